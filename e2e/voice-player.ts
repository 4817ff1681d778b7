import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const findPlayButton = (where: Page | Locator) =>
  where.getByRole('button', { name: 'Play the voice explanation' });

/**
 * Plays it slowly until its clock has moved: a busy page would show no time between the start and the end. The clock's values
 * are recorded, because playback may end before a poll sees it.
 */
export const hear = async (
  where: Page | Locator,
  play: () => Promise<unknown> = () => findPlayButton(where).click(),
): Promise<void> => {
  const player = await findPlayButton(where).locator('..').elementHandle();
  const said = await player?.evaluateHandle((element) => {
    for (const audio of element.querySelectorAll('audio')) audio.playbackRate = 0.25;
    const texts: (string | null)[] = [];
    const note = () => texts.push(element.textContent);
    new MutationObserver(note).observe(element, { subtree: true, childList: true, characterData: true });
    return texts;
  });
  await play();
  await expect
    .poll(() => said?.evaluate((texts) => texts.join('\n')))
    .toMatch(/0:0[1-9] \/ 0:(0[2-9]|[1-5]\d)/);
};

/** Saves a recording of two seconds: after four of the recorder's clock, because a busy machine records less than has passed. */
export const keepTwoSeconds = async (panel: Locator, save: () => Promise<unknown>): Promise<void> => {
  await panel.getByText(/0:(0[4-9]|[1-5]\d) of/).waitFor();
  await save();
  await panel
    .page()
    .getByText(/0:(0[2-9]|[1-5]\d) voice explanation/)
    .waitFor();
};
