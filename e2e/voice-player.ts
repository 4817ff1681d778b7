import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const findPlayer = (where: Page | Locator) => where.getByLabel('Voice explanation', { exact: true });

const expectSeconds = (player: Locator, property: 'currentTime' | 'duration') =>
  expect.poll(() => player.evaluate((audio, name) => (audio as HTMLAudioElement)[name], property));

/** Plays it until it has moved. By default by a press on the play button, which only the browser knows. */
export const hear = async (
  where: Page | Locator,
  play: () => Promise<unknown> = () => findPlayer(where).click({ position: { x: 24, y: 26 } }),
): Promise<void> => {
  await expectSeconds(findPlayer(where), 'duration').toBeGreaterThanOrEqual(1.5);
  await play();
  await expectSeconds(findPlayer(where), 'currentTime').toBeGreaterThan(0);
};

/** Saves a recording of two seconds: after four of the recorder's clock, because a busy machine records less than has passed. */
export const keepTwoSeconds = async (panel: Locator, save: () => Promise<unknown>): Promise<void> => {
  await panel.getByText(/0:(0[4-9]|[1-5]\d) of/).waitFor();
  await save();
  await expectSeconds(findPlayer(panel.page()), 'duration').toBeGreaterThanOrEqual(1.5);
};
