import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { TOAST_MS } from '../shared/ui/toast.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { openApp, type Size, server } from '../testing/open-app.tsx';
import { expectLive, expectShown, measure } from '../testing/page.ts';
import { holdTimers } from '../testing/timers.ts';

/** A toast covers nothing that a reader needs. */
let ideas: FakeIdeas;
beforeEach(() => {
  // A card with notes is taller than a phone.
  const notes = 'Higher low above the base. I wait for the close before I add, and leave at the first exit.';
  ideas = new FakeIdeas(
    server(),
    ['EUR/USD', 'GBP/USD'].map((pair) => ({ pair, notes })),
  );
  // Toasts stay.
  holdTimers(TOAST_MS);
});

type Box = Pick<DOMRect, 'x' | 'y' | 'right' | 'bottom'>;
const isBeside = (free: Box, covered: Box) =>
  covered.x >= free.right || covered.right <= free.x || covered.y >= free.bottom || covered.bottom <= free.y;

const toast = () => page.getByRole('dialog').filter({ hasText: 'ETH/USD Bullish' });
const pager = () =>
  page
    .getByText(/^1 of \d+$/)
    .element()
    .parentElement!.parentElement!.getBoundingClientRect();
const openWithToast = async (size: Size) => {
  await openApp('/customer/forex', { size });
  await expect.element(page.getByRole('status', { name: 'Connection' })).toBeInTheDocument();
  await expectLive();
  await expectShown(page.getByText('1 of 2', { exact: true }));
  ideas.publish({ pair: 'ETH/USD', market_type: 'Crypto' });
  await expectShown(toast());
};

it.each([700, 1024, 1280, 1320])('leaves the pager of the carousel free at %i px', async (width) => {
  await openWithToast({ width, height: 900 });
  const [free, covered] = [pager(), measure(toast())];
  expect(isBeside(free, covered), JSON.stringify({ covered, free })).toBe(true);
});

it('leaves the pair of the card and the pager free on a phone', async () => {
  await openWithToast({ width: 360, height: 800 });
  const pair = page.getByCss('[role=group]:not([aria-hidden]) article').getByRole('heading').first();
  for (const free of [measure(pair), pager()])
    expect(isBeside(free, measure(toast())), JSON.stringify(free)).toBe(true);
});

it.each([360, 768, 1440])(
  'covers no button of a dialog, and lies at its top edge, at %i px',
  async (width) => {
    await openWithToast({ width, height: 780 });
    await page
      .getByCss('[role=group]:not([aria-hidden]) article')
      .getByRole('button', { name: 'Details' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'GBP/USD' });
    await expectShown(dialog);
    await expect.poll(() => measure(toast()).y).toBeLessThan(20);
    for (const name of ['Copy idea', 'Share', 'Close']) {
      const button = dialog.getByRole('button', { name });
      await expectShown(button);
      expect(isBeside(measure(button), measure(toast()))).toBe(true);
    }
  },
);

it.each(['start', 'end'] as const)(
  'leaves the control free that was used at the %s of the window',
  async (block) => {
    await openApp('/customer/forex', { size: { width: 360, height: 640 } });
    await expectLive();
    const bookmark = page
      .getByCss('[role=group]:not([aria-hidden]) article')
      .getByRole('button', { name: 'Bookmark', exact: false });
    await expectShown(bookmark);
    const used = bookmark.element() as HTMLElement;
    used.scrollIntoView({ block });
    used.focus();
    ideas.publish({ pair: 'ETH/USD', market_type: 'Crypto' });
    await expectShown(toast());
    expect(isBeside(used.getBoundingClientRect(), measure(toast()))).toBe(true);
  },
);
