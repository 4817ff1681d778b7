import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { type EducatorCalls, signInCalls } from './educator-calls.ts';
import { createKeyboard } from './keyboard.ts';
import { BLANK_PATH, setUpPeople, signInCustomer, type WatchedPage } from './people.ts';

/** SPEC §2: the active ideas of one market, as cards and as a table. */
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
const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');

describe('the header and the menu', () => {
  it("have exactly SPEC's entries, and lead to the last visited market", async () => {
    await open('crypto');
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    expect(await links.allInnerTexts()).toEqual(['Markets', 'Leverage', 'Exchange', 'Updates']);
    await page.goto('/customer/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual([
      '/customer/dashboard',
      '/customer/crypto/leverage',
      '/customer/crypto/exchange',
      '/customer/chat',
    ]);
    // One way to log out at a time: this page has a button of its own.
    const signOutIcon = page.getByRole('banner').getByRole('button', { name: 'Log out' });
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).first().waitFor();
    expect(await signOutIcon.count()).toBe(0);
    await page.getByRole('link', { name: 'Updates' }).click();
    await signOutIcon.waitFor();
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const items = page.getByRole('dialog', { name: 'Menu' }).getByRole('listitem');
    await items.first().waitFor();
    expect(await items.allInnerTexts()).toEqual([
      'Markets',
      'Leverage Ideas',
      'Exchange Ideas',
      'Educator Updates',
      'Logout',
    ]);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

describe('the carousel', () => {
  it('starts at the first idea, moves by buttons and arrow keys, and loops', async () => {
    await open('forex');
    const first = await pairShown();
    expect(await place()).toBe('1 of 9');
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

  it('takes the focus along from card to card with the arrow keys', async () => {
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

  it('takes the focus along from a card that disappears', async () => {
    const { id } = await educator.publish({ pair: 'EUR/SEK' });
    await open('forex');
    await expectPair('EUR/SEK');
    await shown().getByRole('button', { name: 'Details' }).focus();
    await educator.remove(id);
    await shown().getByText('The educator deleted this idea.').waitFor();
    await page.keyboard.press('ArrowRight');
    await expectPair('EUR/USD');
    await expect.poll(() => shown().evaluate((next) => next === document.activeElement)).toBe(true);
    expect(await page.locator('[data-restored-focus]').count()).toBe(0);
  });

  it('is dragged to the next idea and back', async () => {
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
      expect(await place()).toBe(wanted);
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
    expect(await page.getByRole('radio', { name: 'Compare' }).isChecked()).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await shown().getByRole('button', { name: 'Details' }).click();
    const stop = page.getByRole('textbox', { name: 'Invalidation (stop)' });
    await stop.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Copy idea' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    expect(await place()).toBe('1 of 9');
  });

  it.each([
    ['forex', 'GBP/USD', 'Idea invalidated as price broke below 1.2648. Looking for new setups.'],
    ['crypto', 'XRP/USD', 'Idea invalidated as price broke above 0.6391. Looking for new setups.'],
  ] as const)('of %s ends with its invalid idea, struck and explained', async (market, pair, sentence) => {
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
    expect(await page.getByRole('button', { name: /New idea/ }).count()).toBe(0);
    await educator.publish({ pair: 'EUR/CZK' }).then(async (idea) => {
      await page.getByRole('button', { name: 'New idea: EUR/CZK' }).waitFor();
      await educator.remove(idea.id);
    });
    await page.getByRole('button', { name: /New idea/ }).waitFor({ state: 'detached' });
    await educator.remove(id);
    await expect.poll(place).toBe('1 of 9');
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
      expect(await reader.getByRole('button', { name: 'Retry' }).count()).toBe(0);
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
    await other.route('**/api/trade-ideas?*', (route) => route.abort());
    await other.goto('/customer/crypto');
    await other.getByRole('heading', { name: 'No Crypto trade ideas available' }).waitFor();
    await other.unroute('**/api/trade-ideas?*');
    await other.getByRole('button', { name: 'Retry' }).click();
    await shown(other).waitFor();
  });
});

describe('what changed since it was read', () => {
  it('is on the card with the old and new level until the idea was read and left', async () => {
    const { id } = await educator.publish({
      pair: 'EUR/TRY',
      invalidation_level: '1.0820',
      entry_1: '1.0900',
    });
    await open('forex');
    await expectPair('EUR/TRY');
    const notice = shown().getByText('Updated since you last viewed it');
    expect(await notice.count()).toBe(0);
    await page.goto('/customer/dashboard');
    await educator.change(id, { invalidation_level: '1.0850' });
    await open('forex');
    await expectPair('EUR/TRY');
    await notice.waitFor();
    const line = shown().getByRole('listitem').filter({ hasText: 'Invalidation' });
    expect((await line.innerText()).replace(/\s+/g, ' ')).toMatch(
      /^Invalidation (from )?1\.0820 (→ ?)?(to )?1\.0850, \d\d:\d\d UTC$/,
    );

    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(place).toBe('2 of 10');
    await page.getByRole('button', { name: 'Previous' }).click();
    await expectPair('EUR/TRY');
    expect(await notice.count()).toBe(0);

    await educator.change(id, { status: 'invalid' });
    await page.getByRole('radio', { name: 'Compare' }).check();
    await page
      .getByRole('row', { name: /EUR\/TRY/ })
      .getByText('INVALIDATED')
      .waitFor();
    await educator.remove(id);
  });
});

describe('comparing', () => {
  it('sorts all ideas by any column, stores the view, and opens the detail', async () => {
    await open('forex', 'Compare');
    const names = () => page.getByRole('rowheader').getByRole('button').allInnerTexts();
    const rs = async () =>
      (
        await page
          .getByRole('row')
          .getByText(/^\d+\.\dR$/)
          .allInnerTexts()
      ).map(Number.parseFloat);
    await expect.poll(async () => (await names()).length).toBe(9);
    expect((await names())[0]).toBe('EUR/USD');

    await page.getByRole('table').getByRole('button', { name: 'R', exact: true }).click();
    expect(await page.getByRole('columnheader', { name: 'R', exact: true }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    const active = (await rs()).slice(0, 8);
    expect(active).toEqual(active.toSorted((a, b) => b - a));
    expect((await names()).at(-1), 'invalid ideas stay last').toBe('GBP/USD');
    await page.getByRole('table').getByRole('button', { name: 'R', exact: true }).click();
    expect((await names()).at(-1)).toBe('GBP/USD');

    await page.reload();
    expect(await page.getByRole('radio', { name: 'Compare' }).isChecked()).toBe(true);
    await page.getByRole('row', { name: /XAU\/USD/ }).click();
    await page.getByRole('dialog', { name: 'XAU/USD' }).getByText('2748.50').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('entry');
    const rows = page.getByRole('list', { name: 'Active ideas' }).getByRole('listitem');
    expect(await rows.first().getByRole('button').innerText()).toBe('NZD/USD');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

describe('with the keyboard alone', () => {
  it('a reader goes from the markets into an idea and back', async () => {
    await page.evaluate(() => localStorage.setItem('marketLayout', 'cards'));
    await page.goto('/customer/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const tabTo = async (text: string) => {
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press('Tab');
        if ((await focused()).trim() === text) return;
      }
      throw new Error(`Tab never reached "${text}"`);
    };
    await tabTo('Crypto');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/customer/crypto');
    await expect.poll(focused).toBe('Crypto');
    await shown().waitFor();
    await page.keyboard.press('ArrowRight');
    await expectPair('SOL/USD');
    await tabTo('Details');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'SOL/USD' });
    await dialog.getByText('Position size', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Details');
    await page.goBack();
    await page.waitForURL('**/customer/dashboard');
  });

  it('a menu opened by Enter focuses its first item, also the first time', async () => {
    await page.goto('/customer/dashboard');
    for (const time of ['first', 'second']) {
      await page.getByRole('button', { name: 'Your account' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Profile' }).waitFor();
      await expect.poll(focused, { message: time }).toBe('Profile');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/customer/profile');
      await page.goBack();
      await page.waitForURL('**/customer/dashboard');
    }
  });
});
