import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { type EducatorCalls, signInCalls } from './educator-calls.ts';
import { resize, signInCustomer, type WatchedPage } from './people.ts';

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
  it("shows exactly SPEC's entries in header and menu, which lead to the last visited market", async () => {
    await open('crypto');
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect.poll(() => links.allInnerTexts()).toEqual(['Markets', 'Leverage', 'Exchange', 'Updates']);
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
    await expect.poll(() => signOutIcon.count()).toBe(0);
    await page.getByRole('link', { name: 'Updates' }).click();
    await signOutIcon.waitFor();
    await resize(page, { width: 360, height: 800 });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const items = page.getByRole('dialog', { name: 'Menu' }).getByRole('listitem');
    await items.first().waitFor();
    await expect
      .poll(() => items.allInnerTexts())
      .toEqual(['Markets', 'Leverage Ideas', 'Exchange Ideas', 'Educator Updates', 'Logout']);
    await page.keyboard.press('Escape');
  });
});

describe('what changed since it was read', () => {
  it('shows the changed level on the card with the old and new value until the idea was read and left', async () => {
    const { id } = await educator.publish({
      pair: 'EUR/TRY',
      invalidation_level: '1.0820',
      entry_1: '1.0900',
    });
    await open('forex');
    await expectPair('EUR/TRY');
    const notice = shown().getByText('Updated since you last viewed it');
    await expect.poll(() => notice.count()).toBe(0);
    await page.goto('/customer/dashboard');
    await educator.change(id, { invalidation_level: '1.0850' });
    await open('forex');
    await expectPair('EUR/TRY');
    await notice.waitFor();
    const line = shown().getByRole('listitem').filter({ hasText: 'Invalidation' });
    await expect
      .poll(async () => (await line.innerText()).replace(/\s+/g, ' '))
      .toMatch(/^Invalidation (from )?1\.0820 (→ ?)?(to )?1\.0850, \d\d:\d\d UTC$/);

    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(place).toBe('2 of 10');
    await page.getByRole('button', { name: 'Previous' }).click();
    await expectPair('EUR/TRY');
    await expect.poll(() => notice.count()).toBe(0);

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
    await expect.poll(async () => (await names())[0]).toBe('EUR/USD');

    await page.getByRole('table').getByRole('button', { name: 'R', exact: true }).click();
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'R', exact: true }).getAttribute('aria-sort'))
      .toBe('descending');
    const active = (await rs()).slice(0, 8);
    expect(active).toEqual(active.toSorted((a, b) => b - a));
    await expect
      .poll(async () => (await names()).at(-1), { message: 'invalid ideas stay last' })
      .toBe('GBP/USD');
    await page.getByRole('table').getByRole('button', { name: 'R', exact: true }).click();
    await expect.poll(async () => (await names()).at(-1)).toBe('GBP/USD');

    await page.reload();
    await expect.poll(() => page.getByRole('radio', { name: 'Compare' }).isChecked()).toBe(true);
    await page.getByRole('row', { name: /XAU\/USD/ }).click();
    await page.getByRole('dialog', { name: 'XAU/USD' }).getByText('2748.50').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await resize(page, { width: 360, height: 800 });
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('entry');
    const rows = page.getByRole('list', { name: 'Active ideas' }).getByRole('listitem');
    await expect.poll(() => rows.first().getByRole('button').innerText()).toBe('NZD/USD');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

it.each([1440, 360])('names the educator of every idea in the comparison at %i px', async (width) => {
  await page.setViewportSize({ width, height: 900 });
  await open('forex', 'Compare');
  const { rows } = await app.database.pool.query<{ pair: string; full_name: string }>(
    `select pair, full_name from trade_ideas join users using (educator_id)
     where market_type = 'Forex' and status in ('active', 'pending', 'invalid') and educator_id <> '9'`,
  );
  const listed = page
    .locator('tbody tr')
    .or(page.getByRole('list', { name: 'Active ideas' }).locator('> li'));
  await expect.poll(() => listed.count()).toBe(rows.length);
  for (const { pair, full_name } of rows)
    await listed.filter({ hasText: pair }).getByText(full_name, { exact: true }).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
});

it.each([1200, 1440])('shows every age of the comparison in one line at %i px', async (width) => {
  await resize(page, { width, height: 900 });
  await open('forex', 'Compare');
  const ages = page.locator('tbody time');
  await ages.first().waitFor();
  const lines = () => ages.evaluateAll((all) => [...new Set(all.map((age) => age.getClientRects().length))]);
  await expect.poll(lines).toEqual([1]);
});

describe('with the keyboard alone', () => {
  it('leads a reader from the markets into an idea and back by keyboard', async () => {
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

  it('focuses the first item of a menu opened by Enter, also the first time', async () => {
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
