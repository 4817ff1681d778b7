import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { type EducatorCalls, signInCalls } from './educator-calls.ts';
import { failUntilRetry } from './held-calls.ts';
import { createKeyboard } from './keyboard.ts';
import { BLANK_PATH, setUpPeople, signInCustomer, type WatchedPage } from './people.ts';

/** SPEC §2: the active ideas of one market, one card at a time. */
let app: TestApp;
let educator: EducatorCalls;
let person: WatchedPage;
let page: Page;

beforeAll(async () => {
  app = await startApp();
  [educator, person] = await Promise.all([signInCalls(app), signInCustomer(app.url)]);
  page = person.page;
});
afterEach(() => expect(person.errors).toEqual([]));
afterAll(async () => {
  await person?.close();
  await app.close();
});
/** Further browsers beside that person's. */
const watched = setUpPeople();

const open = async (market: 'forex' | 'crypto', layout: 'Cards' | 'Compare' = 'Cards') => {
  await page.goto(`/customer/${market}`);
  await page.getByRole('radio', { name: layout }).check();
  await page.getByText('Live', { exact: true }).waitFor();
  if (layout === 'Cards') await shown().waitFor();
};
/** The current card; its neighbours are hidden from keyboards and screen readers. */
const shown = (on: Page = page): Locator => on.locator('[role=group]:not([aria-hidden]) article');
const place = () => page.getByText(/^\d+ of \d+$/).innerText();
const pairShown = () => shown().getByRole('heading').innerText();
const expectPair = (pair: string) => expect.poll(pairShown).toBe(pair);

describe('the carousel', () => {
  it('starts at the first idea, moves by buttons and arrow keys, and loops', async () => {
    await open('forex');
    const first = await pairShown();
    await expect.poll(() => place()).toBe('1 of 9');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(place).toBe('2 of 9');
    await page.keyboard.press('ArrowRight');
    await expect.poll(place).toBe('3 of 9');
    for (const expected of ['2 of 9', '1 of 9', '9 of 9']) {
      await page.keyboard.press('ArrowLeft');
      await expect.poll(place).toBe(expected);
    }
    await page.keyboard.press('ArrowRight');
    await expectPair(first);
  });

  it('moves the focus from card to card with the arrow keys', async () => {
    await open('forex');
    await shown().getByRole('button', { name: 'Details' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(place).toBe('2 of 9');
    const isFocused = () => shown().evaluate((card) => card === document.activeElement);
    await expect.poll(isFocused).toBe(true);
    await page.keyboard.press('ArrowRight');
    await expect.poll(place).toBe('3 of 9');
    await expect.poll(isFocused).toBe(true);
    const { press, expectFocus } = createKeyboard(page);
    await press('Tab');
    await expectFocus(shown().getByRole('link').first());
  });

  it('moves the focus from a card that disappears to the next one', async () => {
    const { id } = await educator.publish({ pair: 'EUR/SEK' });
    await open('forex');
    await expectPair('EUR/SEK');
    await shown().getByRole('button', { name: 'Details' }).focus();
    await educator.remove(id);
    await shown().getByText('The educator deleted this idea.').waitFor();
    await page.keyboard.press('ArrowRight');
    await expectPair('EUR/USD');
    await expect.poll(() => shown().evaluate((next) => next === document.activeElement)).toBe(true);
    await expect.poll(() => page.locator('[data-restored-focus]').count()).toBe(0);
  });

  it('moves to the next idea and back by dragging', async () => {
    await open('forex');
    const box = (await shown().boundingBox())!;
    const y = box.y + box.height - 12;
    const drag = async (from: number, to: number) => {
      await page.mouse.move(from, y);
      await page.mouse.down();
      // As fast as a finger; on a busy machine separate events would become one jump.
      for (let step = 1; step <= 10; step++) {
        await page.mouse.move(from + ((to - from) * step) / 10, y);
        await page.waitForTimeout(25);
      }
      await page.mouse.up();
    };
    // The first touch on a busy page may come before the carousel listens; a person would try again.
    const dragTo = async (from: number, to: number, wanted: string) => {
      const isThere = async () => {
        for (let turn = 0; turn < 20 && (await place()) !== wanted; turn++) await page.waitForTimeout(100);
        return (await place()) === wanted;
      };
      for (let tries = 0; tries < 3; tries++) {
        await drag(from, to);
        if (await isThere()) return;
      }
      await expect.poll(() => place()).toBe(wanted);
    };
    // More than half of the card, because a slow drag has no momentum.
    const [left, right] = [box.x + box.width * 0.1, box.x + box.width * 0.9];
    await dragTo(right, left, '2 of 9');
    await dragTo(left, right, '1 of 9');
  });

  it('ignores arrow keys in inputs, choices and dialogs', async () => {
    await open('forex');
    await page.getByRole('radio', { name: 'Cards' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('radio', { name: 'Compare' }).waitFor();
    await expect.poll(() => page.getByRole('radio', { name: 'Compare' }).isChecked()).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await shown().getByRole('button', { name: 'Details' }).click();
    const stop = page.getByRole('textbox', { name: 'Invalidation (stop)' });
    await stop.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Copy idea' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect.poll(() => place()).toBe('1 of 9');
  });

  it.each([
    ['forex', 'GBP/USD', 'Idea invalidated as price broke below 1.2648. Looking for new setups.'],
    ['crypto', 'XRP/USD', 'Idea invalidated as price broke above 0.6391. Looking for new setups.'],
  ] as const)('shows the invalid idea of %s last, struck and explained', async (market, pair, sentence) => {
    await open(market);
    await page.keyboard.press('ArrowLeft');
    await expectPair(pair);
    await shown().getByText('INVALIDATED', { exact: true }).waitFor();
    await shown().getByText(sentence).waitFor();
    const struck = await shown()
      .locator('.line-through')
      .evaluateAll((all) => all.map((one) => one.textContent));
    expect(struck).toContain(pair);
    expect(struck.length).toBeGreaterThanOrEqual(4);
  });

  it('does not announce a read idea that was reset to pending', async () => {
    const { id } = await educator.publish({ pair: 'EUR/HUF' });
    await open('forex');
    await expectPair('EUR/HUF');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(place).toBe('2 of 10');
    await educator.change(id, { status: 'successful' });
    await expect.poll(place).toBe('1 of 9');
    await educator.change(id, { status: 'pending' });
    await expect.poll(place).toBe('2 of 10');
    await expect.poll(() => page.getByRole('button', { name: /New idea/ }).count()).toBe(0);
    await educator.publish({ pair: 'EUR/CZK' }).then(async (idea) => {
      await page.getByRole('button', { name: 'New idea: EUR/CZK' }).waitFor();
      await educator.remove(idea.id);
    });
    await page.getByRole('button', { name: /New idea/ }).waitFor({ state: 'detached' });
    await educator.remove(id);
    await expect.poll(place).toBe('1 of 9');
  });

  it('shows nothing of a tall card beside its pager on a tablet', async () => {
    const viewport = { width: 768, height: 1024 };
    const tablet = await watched(signInCustomer(app.url, { path: '/customer/forex', viewport }));
    await shown(tablet).waitFor();
    const pager = tablet.getByText(/^1 of \d+$/).locator('../..');
    const isCardBeside = async () => {
      const { y, height } = (await pager.boundingBox())!;
      return tablet.evaluate(
        (at) => document.elementFromPoint(60, at)?.closest('article') !== null,
        y + height / 2,
      );
    };
    expect((await shown(tablet).boundingBox())!.height).toBeGreaterThan(700);
    await expect.poll(isCardBeside).toBe(false);
  });

  it('places the cards side by side after a phone was turned', async () => {
    const viewport = { width: 800, height: 360 };
    const phone = await watched(signInCustomer(app.url, { path: '/customer/crypto', viewport }));
    const slides = phone.locator('[aria-roledescription=slide]');
    await shown(phone).waitFor();
    await phone.setViewportSize({ width: 360, height: 800 });
    /** By how much a card covers the one on its left. */
    const listOverlaps = () =>
      slides.evaluateAll((all) => {
        const places = all.map((slide) => slide.getBoundingClientRect()).sort((a, b) => a.left - b.left);
        return places.slice(1).map(({ left }, index) => Math.round(places[index]!.right - left));
      });
    await expect.poll(async () => (await listOverlaps()).every((overlap) => overlap === 0)).toBe(true);
    await expect.poll(async () => (await slides.first().boundingBox())?.x).toBe(4);
  });

  it('shows the last level of a card above its pager on a phone', async () => {
    const phone = await watched(
      signInCustomer(app.url, {
        path: '/customer/forex',
        viewport: { width: 360, height: 800 },
        hasTouch: true,
      }),
    );
    const label = shown(phone).getByText('Invalidation', { exact: true });
    await label.waitFor();
    await label.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const [low, pager] = await Promise.all([
      label.boundingBox(),
      phone
        .getByText(/^1 of \d+$/)
        .locator('../..')
        .boundingBox(),
    ]);
    expect(low!.y + low!.height).toBeLessThan(pager!.y);
    expect(pager!.x + pager!.width).toBeLessThanOrEqual(360);
    const across = await phone.evaluate(() => document.documentElement.scrollWidth);
    expect(across).toBe(360);
  });

  it('shows the empty state, and the first idea as soon as it is published', async () => {
    // All ideas of the market were completed before the server started.
    const quiet = await startApp({
      prepare: ({ pool }) =>
        pool.query("update trade_ideas set status = 'unsuccessful' where market_type = 'Crypto'"),
    });
    try {
      const reader = await watched(signInCustomer(quiet.url, { path: '/customer/crypto' }));
      await reader.getByRole('heading', { name: 'No Crypto trade ideas available' }).waitFor();
      await expect.poll(() => reader.getByRole('button', { name: 'Retry' }).count()).toBe(0);
      await reader.getByText('Live', { exact: true }).waitFor();
      const writer = await signInCalls(quiet);
      await writer.publish({ pair: 'ETH/USD', market_type: 'Crypto' });
      await shown(reader).getByRole('heading', { name: 'ETH/USD' }).waitFor();
      await reader.close();
    } finally {
      await quiet.close();
    }
  });

  it('shows the empty state with Retry when the list cannot be loaded', async () => {
    const other = await watched(signInCustomer(app.url, { path: BLANK_PATH }));
    await failUntilRetry(other, '**/api/trade-ideas?*');
    await other.goto('/customer/crypto');
    await other.getByRole('heading', { name: 'No Crypto trade ideas available' }).waitFor();
    await other.getByRole('button', { name: 'Retry' }).click();
    await shown(other).waitFor();
  });
});
