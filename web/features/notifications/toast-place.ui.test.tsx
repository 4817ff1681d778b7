import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { TOAST_MS } from '../../shared/ui/toast-message.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { openApp, type Size, server } from '../../testing/open-app.tsx';
import { expectShown, measure } from '../../testing/page.ts';
import { holdTimers } from '../../testing/timers.ts';

/** The toast of a new idea covers nothing that a reader of the carousel needs. */
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

const toast = () => page.getByRole('dialog').filter({ hasText: 'ETH/USD Bullish' });
const pager = () =>
  page
    .getByText(/^1 of \d+$/)
    .element()
    .parentElement!.parentElement!.getBoundingClientRect();
const openWithToast = async (size: Size) => {
  await openApp('/customer/forex', { size });
  await expect.element(page.getByRole('status', { name: 'Connection' })).toBeInTheDocument();
  await expectShown(page.getByText('Live', { exact: true }));
  await expectShown(page.getByText('1 of 2', { exact: true }));
  ideas.publish({ pair: 'ETH/USD', market_type: 'Crypto' });
  await expectShown(toast());
};

it.each([700, 1024, 1280, 1320])('leaves the pager of the carousel free at %i px', async (width) => {
  await openWithToast({ width, height: 900 });
  const [free, covered] = [pager(), measure(toast())];
  const isBeside = covered.x >= free.right || covered.y >= free.bottom || covered.bottom <= free.y;
  expect(isBeside, JSON.stringify({ covered, free })).toBe(true);
});

it('leaves the pair of the card and the pager free on a phone', async () => {
  await openWithToast({ width: 360, height: 800 });
  const pair = page.getByCss('[role=group]:not([aria-hidden]) article').getByRole('heading').first();
  for (const block of ['start', 'center'] as const) {
    pair.element().scrollIntoView({ block });
    const covered = measure(toast());
    for (const free of [measure(pair), pager()]) {
      const isFree = covered.y >= free.bottom || covered.bottom <= free.y;
      expect(isFree, `${block}: ${JSON.stringify({ covered, free })}`).toBe(true);
    }
  }
});
