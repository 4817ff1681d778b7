import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { findViolationsInBothThemes } from '../testing/axe.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { expectFocus, press, tabTo, use } from '../testing/keyboard.ts';
import { moveMouse } from '../testing/mouse.ts';
import { openApp, server } from '../testing/open-app.tsx';
import { expectGone, expectLive, expectShown, measure, nextFrame, readTexts } from '../testing/page.ts';
import { holdTimers } from '../testing/timers.ts';

/** Definitions in place: a word of a card opens what it means. */
beforeEach(async () => {
  const ideas = new FakeIdeas(server(), [{ pair: 'EUR/GBP' }]);
  ideas.publish({
    pair: 'NZD/USD',
    entry_1: '1.0842',
    entry_2: '1.0811',
    invalidation_level: '1.0755',
    exit_1: '1.0921',
    exit_2: '1.0985',
    exit_3: '1.1060',
  });
  await openApp('/customer/forex');
  await expectLive();
  await expect.element(card()).toHaveAttribute('aria-label', expect.stringMatching(/^NZD\/USD/));
});

/** As in term.tsx. */
const PREVIEW_DELAY_MS = 300;

const card = () => page.getByCss('[role=group]:not([aria-hidden]) article');
const word = (name: string) => card().getByRole('button', { name, exact: true });
const definition = (name: string) => page.getByRole('dialog', { name, exact: true });
const expectFocusInDefinition = () =>
  expect.poll(() => document.activeElement?.closest('[role=dialog]') !== null).toBe(true);

it('opens a definition by a press, with the numbers of this idea; Escape, a press elsewhere and Back close it', async () => {
  await word('Risk/reward').click();
  const popup = definition('Risk/reward');
  await expectShown(popup.getByText('How much an idea could gain'));
  await expectShown(
    popup.getByText('The risk is 0.0087 and the last exit is 0.0218 away, so risk/reward is 1 : 2.5.'),
  );
  await expect.element(word('Risk/reward')).toHaveAttribute('aria-expanded', 'true');
  await press('Escape');
  await expectGone(popup);
  await expect.element(word('Risk/reward')).toHaveFocus();

  await word('Invalidation').click();
  await expectShown(definition('Invalidation level').getByText('Here it is 1.0755, 0.0087 from entry 1.'));
  await page.getByRole('heading', { name: 'Forex', exact: true }).click();
  await expectGone(definition('Invalidation level'));

  await word('Entry 2').click();
  await expectShown(definition('Second entry'));
  history.back();
  await expectGone(definition('Second entry'));
  expect(location.pathname).toBe('/customer/forex');
});

it('explains every R with the plan of this idea, with one tab stop for all of them', async () => {
  const numbers = card()
    .getByCss('figure')
    .getByRole('button', { name: /^[−\d.]+R$/ });
  await expect.poll(() => readTexts(numbers)).toEqual(['2.5R', '1.6R', '0.9R', '−1R']);
  expect(numbers.elements().map((one) => (one as HTMLElement).tabIndex)).toEqual([0, -1, -1, -1]);
  for (let index = 0; index < 4; index++) {
    const { width, height } = measure(numbers.nth(index));
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    await numbers.nth(index).click();
    await expectShown(definition('R').getByText('1R is 1.0842 − 1.0755 = 0.0087. Exit 1 at 1.0921 is 0.9R'));
    await press('Escape');
    await expectGone(definition('R'));
  }
});

it('previews a definition by hover, and keeps it while the pointer is on it', async () => {
  await word('Entry 1').hover();
  const popup = definition('Entry');
  await expectShown(popup.getByText('Entry 1 is 1.0842 here.'));
  const endTimers = holdTimers(PREVIEW_DELAY_MS);
  await popup.getByText('More in the glossary').hover();
  endTimers();
  await nextFrame();
  await nextFrame();
  await expectShown(popup);
  await moveMouse(['move', 2, 2]);
  await expect.poll(endTimers).toBe(1);
  await expectGone(popup);
  // Escape ends a preview while the pointer stays.
  await word('Entry 1').hover();
  await expect.poll(endTimers).toBe(1);
  await expectShown(popup);
  await press('Escape');
  await expectGone(popup);
});

it('shows one definition at a time', async () => {
  await word('Risk/reward').click();
  await expectShown(definition('Risk/reward'));
  await word('Invalidation').click();
  await expectShown(definition('Invalidation level'));
  await expectGone(definition('Risk/reward'));
  await word('Invalidation').click();
  await expectGone(definition('Invalidation level'));
});

it('keeps a preview of the focused word when the pointer passes over it', async () => {
  await tabTo(word('Exit 1'));
  await expectShown(definition('Exit'));
  const endTimers = holdTimers(PREVIEW_DELAY_MS);
  await word('Exit 1').hover();
  await moveMouse(['move', 2, 2]);
  await expect.poll(endTimers).toBe(1);
  await nextFrame();
  await nextFrame();
  await expectShown(definition('Exit'));
});

it('closes a preview by hover with Escape, and not the dialog it is in', async () => {
  await card().getByRole('button', { name: 'Details' }).click();
  const details = page.getByRole('dialog', { name: 'NZD/USD' });
  await details.getByRole('button', { name: 'Exit 1', exact: true }).hover();
  await expectShown(definition('Exit'));
  await press('Escape');
  await expectGone(definition('Exit'));
  await expectShown(details);
});

it('keeps the keys of the carousel under a preview', async () => {
  await word('Entry 1').hover();
  await expectShown(definition('Entry'));
  await press('ArrowRight');
  await expect.element(card()).toHaveAttribute('aria-label', expect.stringMatching(/^EUR\/GBP/));
});

it('previews a definition by focus, which is no trap, and closes it by Escape', async () => {
  await tabTo(word('Exit 1'));
  const popup = definition('Exit');
  await expectShown(popup.getByText('exit 1 at 1.0921 is 0.9R'));
  await press('Tab');
  await expectFocus(word('Entry 1'));
  await expectShown(definition('Entry'));
  await press('Shift+Tab');
  await expectFocus(word('Exit 1'));
  await expectShown(popup);
  await press('Escape');
  await expectGone(popup);
  await expectFocus(word('Exit 1'));
});

it('leads to the link of a definition by Enter, back by Escape, and to the glossary', async () => {
  const popup = definition('Exit');
  await use(word('Exit 1'));
  await expectShown(popup);
  await expectFocusInDefinition();
  await press('Tab');
  await expectFocus(popup.getByRole('link', { name: 'More in the glossary' }));
  await press('Escape');
  await expectFocus(word('Exit 1'));
  await press('Enter');
  await expectFocusInDefinition();
  await press('Tab', 'Tab');
  await expectFocus(word('Entry 1'));
  await press('Shift+Tab', 'Enter');
  await expectFocusInDefinition();
  await press('Tab', 'Enter');
  await expect.poll(() => document.activeElement?.textContent).toBe('Exit');
  expect(location.pathname + location.hash).toBe('/learn/glossary#exit');
});

it('opens a definition above the details, and Escape closes only the definition', async () => {
  await card().getByRole('button', { name: 'Details' }).click();
  const detail = page.getByRole('dialog', { name: 'NZD/USD' });
  await detail.getByRole('button', { name: 'Invalidation', exact: true }).click();
  await expectShown(definition('Invalidation level').getByText('Here it is 1.0755'));
  await press('Escape');
  await expectGone(definition('Invalidation level'));
  await expectShown(detail);
});

it('shows no WCAG violation with an open definition, in either theme', async () => {
  await word('Risk/reward').click();
  await expectShown(definition('Risk/reward'));
  expect(await findViolationsInBothThemes()).toEqual([]);
});
