import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { type EducatorCalls, signInCalls } from './educator-calls.ts';
import { createKeyboard } from './keyboard.ts';
import { setUpPeople, signInCustomer } from './people.ts';
import { chooseTheme } from './theme.ts';

/** A market on a wide screen: all ideas beside the selected one. */
let app: TestApp;
let educator: EducatorCalls;

beforeAll(async () => {
  app = await startApp();
  educator = await signInCalls(app);
});
afterAll(() => app.close());

const watched = setUpPeople();
const list = (page: Page) => page.getByRole('list', { name: 'Forex trade ideas' });
const entries = (page: Page) => list(page).getByRole('button');
const selected = (page: Page) => list(page).locator('[aria-current]');
const open = async (path = '/customer/forex') => {
  const viewport = { width: 1920, height: 1080 };
  const page = await watched(signInCustomer(app.url, { path, viewport }));
  await page.getByText('Live', { exact: true }).waitFor();
  await list(page).waitFor();
  return page;
};
const title = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 }).innerText();
const expectTitle = (page: Page, pair: string) => expect.poll(() => title(page)).toBe(pair);

describe('the list of a market on a wide screen', () => {
  it('shows every idea and the selected one in full, without an accessibility violation', async () => {
    const page = await open();
    await expect.poll(() => entries(page).count()).toBe(9);
    await expect
      .poll(async () => (await entries(page).first().innerText()).replace(/\s+/g, ' '))
      .toMatch(/^EUR\/USD Bullish 2\.5R Ada Wren .* ago$/);
    await expectTitle(page, 'EUR/USD');
    await page.getByRole('region', { name: 'Levels' }).getByText('1.1062').waitFor();
    await page.getByRole('region', { name: 'Position size' }).waitFor();
    const { x, width } = (await page.getByRole('article').boundingBox())!;
    expect(x + width).toBeGreaterThan(1_700);
    for (const theme of ['dark', 'light'] as const) {
      await chooseTheme(page, theme);
      expect(await findViolations(page)).toEqual([]);
    }
  });

  it('shows the selected idea again after Back, also with a link to another idea', async () => {
    const page = await open();
    const followAndReturn = async () => {
      await page.getByRole('link', { name: 'Leverage', exact: true }).click();
      // Enter is the link's while the link has the focus, which the new page takes after the address has changed.
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toBe('Leverage Ideas History');
      await page.goBack();
      await list(page).waitFor();
    };
    await entries(page).nth(2).click();
    await expectTitle(page, 'XAU/USD');
    await followAndReturn();
    await expectTitle(page, 'XAU/USD');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Open page' }).click();
    await page.waitForURL('**/ideas/*');
    const id = new URL(page.url()).pathname.split('/').at(-1);
    await page.goto(`/customer/forex?idea=${id}`);
    await expectTitle(page, 'XAU/USD');
    await entries(page).nth(1).click();
    await expectTitle(page, 'GBP/JPY');
    await followAndReturn();
    await expectTitle(page, 'GBP/JPY');
  });

  it('moves by click, J, K and arrow keys, and wraps around', async () => {
    const page = await open();
    await entries(page).nth(2).click();
    await expectTitle(page, 'XAU/USD');
    const { press, tabTo, expectFocus } = createKeyboard(page);
    for (const [key, pair] of [
      ['j', 'AUD/CAD'],
      ['k', 'XAU/USD'],
      ['ArrowLeft', 'GBP/JPY'],
      ['k', 'EUR/USD'],
      ['k', 'GBP/USD'],
      ['ArrowRight', 'EUR/USD'],
    ] as const) {
      await press(key);
      await expectTitle(page, pair);
    }
    // The focus that is on the selected entry moves with it.
    await tabTo(selected(page));
    await press('ArrowDown');
    await expectTitle(page, 'GBP/JPY');
    await expectFocus(selected(page));
    await press('ArrowUp');
    await expectTitle(page, 'EUR/USD');
    // Not while typing.
    await page.getByRole('textbox', { name: 'Account size' }).fill('1');
    await press('j');
    await expect.poll(() => title(page)).toBe('EUR/USD');
  });

  it('marks a new idea until it is selected, and keeps a closed one while it is read', async () => {
    const page = await open();
    const { id } = await educator.publish({ pair: 'EUR/SEK' });
    await entries(page).first().getByText('New', { exact: true }).waitFor();
    await expectTitle(page, 'EUR/USD');
    await page.getByRole('main').getByText('1 new idea').waitFor();
    await entries(page).first().click();
    await expectTitle(page, 'EUR/SEK');
    await entries(page).first().getByText('New', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('main').getByText('1 new idea').waitFor({ state: 'detached' });

    await educator.change(id, { status: 'successful', result_level: 'exit_1' });
    await page.getByText('This idea was closed. It stays here until you move on.').waitFor();
    await expect.poll(() => entries(page).count()).toBe(10);
    await page.keyboard.press('j');
    await expectTitle(page, 'EUR/USD');
    await expect.poll(() => entries(page).count()).toBe(9);
  });

  it('selects the idea a link leads to, and the first that matches a filter', async () => {
    const { id } = await educator.publish({ pair: 'GBP/SEK', order_type: 'BUY', time_frame: '2H' });
    await educator.publish({ pair: 'EUR/NOK', order_type: 'SELL' });
    const page = await open(`/customer/forex?idea=${id}`);
    await expectTitle(page, 'GBP/SEK');
    await page.getByRole('combobox', { name: 'Direction' }).selectOption('Bearish');
    await expect.poll(() => title(page)).not.toBe('GBP/SEK');
    await expect.poll(() => entries(page).filter({ hasText: 'Bullish' }).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Time frame' }).selectOption('2H');
    await page.getByRole('heading', { name: 'No ideas match these filters.' }).waitFor();
  });
});
