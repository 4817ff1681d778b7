import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { listIdeas, type TradeIdea } from '../../contract/ideas/ideas.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { expectFocus, press } from '../testing/keyboard.ts';
import { type MouseStep, moveMouse } from '../testing/mouse.ts';
import { openApp, phone, type Size, server } from '../testing/open-app.tsx';
import { expectGone, expectLive, expectShown, measure, readTexts, resize } from '../testing/page.ts';

/** SPEC §2: the active ideas of one market, one card at a time. */
let ideas: FakeIdeas;
const active = (pair: string, minutesAgo: number, more: Partial<TradeIdea> = {}) => ({
  pair,
  created_at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  notes: 'Higher low above the base. I wait for the close before I add, and leave at the first exit.',
  ...more,
});
beforeEach(() => {
  ideas = new FakeIdeas(server(), [
    active('EUR/USD', 10),
    active('USD/JPY', 20),
    active('AUD/CAD', 30),
    // Newer than the others, and last all the same.
    active('GBP/USD', 5, { status: 'invalid', invalidation_level: '1.2648' }),
    active('BTC/USD', 10, { market_type: 'Crypto' }),
    active('SOL/USD', 20, { market_type: 'Crypto' }),
    active('XRP/USD', 5, {
      market_type: 'Crypto',
      status: 'invalid',
      order_type: 'SELL',
      invalidation_level: '0.6391',
    }),
  ]);
});

/** The current card; its neighbours are hidden from keyboards and screen readers. */
const shown = () => page.getByCss('[role=group]:not([aria-hidden]) article');
const open = async (market: 'forex' | 'crypto', size?: Size) => {
  await openApp(`/customer/${market}`, size ? { size } : {});
  await expectLive();
  await expectShown(shown());
};
const expectPlace = (place: string) => expectShown(page.getByText(place, { exact: true }));
const expectPair = (pair: string) => expectShown(shown().getByRole('heading', { name: pair, exact: true }));
const details = () => shown().getByRole('button', { name: 'Details' });
const focus = (element: Element) => (element as HTMLElement).focus();
const expectCardFocused = () => expect.poll(() => shown().query() === document.activeElement).toBe(true);
const pager = () =>
  page
    .getByText(/^1 of \d+$/)
    .element()
    .parentElement!.parentElement!.getBoundingClientRect();

describe('moving', () => {
  it('starts at the first idea, moves by buttons and arrow keys, and loops (§2.40, §9.20)', async () => {
    await open('forex');
    await expectPair('EUR/USD');
    await expectPlace('1 of 4');
    await page.getByRole('button', { name: 'Next' }).click();
    await expectPlace('2 of 4');
    await press('ArrowRight');
    await expectPlace('3 of 4');
    for (const place of ['2 of 4', '1 of 4', '4 of 4']) {
      await press('ArrowLeft');
      await expectPlace(place);
    }
    await press('ArrowRight');
    await expectPair('EUR/USD');
  });

  it('moves the focus from card to card with the arrow keys', async () => {
    await open('forex');
    focus(details().element());
    for (const place of ['2 of 4', '3 of 4']) {
      await press('ArrowRight');
      await expectPlace(place);
      await expectCardFocused();
    }
    await press('Tab');
    await expectFocus(shown().getByRole('link').first());
  });

  it('moves the focus from a card that disappears to the next one', async () => {
    const { id } = ideas.publish({ pair: 'EUR/SEK' });
    await open('forex');
    await expectPair('EUR/SEK');
    focus(details().element());
    ideas.remove(id);
    await expectShown(shown().getByText('The educator deleted this idea.'));
    await press('ArrowRight');
    await expectPair('EUR/USD');
    await expectCardFocused();
    await expectGone(page.getByCss('[data-restored-focus]'));
  });

  it('moves to the next idea and back by dragging', async () => {
    await open('forex');
    const { x, y, width, height } = measure(shown());
    const at = y + Math.min(height, innerHeight - y) - 12;
    const drag = (from: number, to: number) =>
      moveMouse(
        ['move', from, at],
        ['down'],
        ...Array.from(
          { length: 10 },
          (_, step): MouseStep => ['move', from + ((to - from) * (step + 1)) / 10, at],
        ),
        ['up'],
      );
    // More than half of the card, because a slow drag has no momentum.
    const [left, right] = [x + width * 0.1, x + width * 0.9];
    await drag(right, left);
    await expectPlace('2 of 4');
    await expectPair('USD/JPY');
    await drag(left, right);
    await expectPlace('1 of 4');
    await expectPair('EUR/USD');
  });

  it('ignores arrow keys in inputs and dialogs', async () => {
    await open('forex');
    await details().click();
    await expectShown(page.getByRole('textbox', { name: 'Invalidation (stop)' }));
    focus(page.getByRole('textbox', { name: 'Invalidation (stop)' }).element());
    await press('ArrowRight');
    focus(page.getByRole('button', { name: 'Copy idea' }).element());
    await press('ArrowRight');
    await press('Escape');
    await expectGone(page.getByRole('dialog'));
    await expectPlace('1 of 4');
  });
});

describe('what it shows', () => {
  it.each([
    ['forex', 'GBP/USD', 'Idea invalidated as price broke below 1.2648. Looking for new setups.'],
    ['crypto', 'XRP/USD', 'Idea invalidated as price broke above 0.6391. Looking for new setups.'],
  ] as const)(
    'shows the invalid idea of %s last, struck and explained (§4.5)',
    async (market, pair, sentence) => {
      await open(market);
      await press('ArrowLeft');
      await expectPair(pair);
      await expectShown(shown().getByText('INVALID', { exact: true }));
      await expectShown(shown().getByText(sentence));
      const struck = readTexts(shown().getByCss('.line-through'));
      expect(struck).toContain(pair);
      expect(struck.length).toBeGreaterThanOrEqual(4);
    },
  );

  it('does not announce a read idea that was reset to pending', async () => {
    const { id } = ideas.publish({ pair: 'EUR/HUF' });
    await open('forex');
    await expectPair('EUR/HUF');
    await page.getByRole('button', { name: 'Next' }).click();
    await expectPlace('2 of 5');
    ideas.change(id, { status: 'successful' });
    await expectPlace('1 of 4');
    ideas.change(id, { status: 'pending' });
    await expectPlace('2 of 5');
    const announcement = page.getByRole('button', { name: /New idea/ });
    await expectGone(announcement);
    const other = ideas.publish({ pair: 'EUR/CZK' });
    await expectShown(page.getByRole('button', { name: 'New idea: EUR/CZK' }));
    ideas.remove(other.id);
    await expectGone(announcement);
    ideas.remove(id);
    await expectPlace('1 of 4');
  });

  it('shows the empty state, and the first idea as soon as it is published (§2.41)', async () => {
    for (const { id, market_type } of [...ideas.rows.values()])
      if (market_type === 'Crypto') ideas.change(id, { status: 'unsuccessful' });
    await openApp('/customer/crypto');
    await expectShown(page.getByRole('heading', { name: 'No Crypto trade ideas available' }));
    await expectGone(page.getByRole('button', { name: 'Retry' }));
    await expectLive();
    ideas.publish({ pair: 'ETH/USD', market_type: 'Crypto' });
    await expectPair('ETH/USD');
  });

  it('shows the empty state with Retry when the list cannot be loaded', async () => {
    server().failUntilPressed(listIdeas);
    await openApp('/customer/crypto');
    await expectShown(page.getByRole('heading', { name: 'No Crypto trade ideas available' }));
    await page.getByRole('button', { name: 'Retry' }).click();
    await expectShown(shown());
  });
});

describe('its place on the screen', () => {
  it('shows nothing of a tall card beside its pager on a tablet', async () => {
    await open('forex', { width: 768, height: 1024 });
    expect(measure(shown()).height).toBeGreaterThan(700);
    const { y, height } = pager();
    await expect
      .poll(() => document.elementFromPoint(60, y + height / 2)?.closest('article') ?? null)
      .toBeNull();
  });

  it('places the cards side by side after a phone was turned', async () => {
    await open('crypto', { width: 800, height: 360 });
    await resize(phone);
    const slides = () =>
      page
        .getByCss('[aria-roledescription=slide]')
        .elements()
        .map((slide) => slide.getBoundingClientRect());
    /** By how much a card covers the one on its left. */
    const listOverlaps = () => {
      const places = slides().sort((a, b) => a.left - b.left);
      return places.slice(1).map(({ left }, index) => Math.round(places[index]!.right - left));
    };
    await expect.poll(listOverlaps).toEqual([0, 0]);
    await expect.poll(() => slides()[0]?.x).toBe(4);
  });

  it('shows the last level of a card above its pager on a phone', async () => {
    const touch = (enabled: boolean) => cdp().send('Emulation.setTouchEmulationEnabled', { enabled });
    onTestFinished(() => touch(false).then(() => undefined));
    await touch(true);
    await open('forex', { width: 360, height: 800 });
    const label = shown().getByText('Invalidation', { exact: true });
    await expectShown(label);
    label.element().scrollIntoView({ block: 'center' });
    expect(measure(label).bottom).toBeLessThan(pager().y);
    expect(pager().right).toBeLessThanOrEqual(360);
    expect(document.documentElement.scrollWidth).toBe(360);
  });
});
