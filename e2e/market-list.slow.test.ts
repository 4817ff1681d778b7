import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { createKeyboard } from './keyboard.ts';
import { setUpPeople, signInCustomer } from './people.ts';

/** A market on a wide screen: all ideas beside the selected one. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();
const list = (page: Page) => page.getByRole('list', { name: 'Forex trade ideas' });
const entries = (page: Page) => list(page).getByRole('button');
const selected = (page: Page) => list(page).locator('[aria-current]');
const open = async () => {
  const viewport = { width: 1920, height: 1080 };
  const page = await watched(signInCustomer(app.url, { path: '/customer/forex', viewport }));
  await page.getByText('Live', { exact: true }).waitFor();
  await list(page).waitFor();
  return page;
};
const title = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 }).innerText();
const expectTitle = (page: Page, pair: string) => expect.poll(() => title(page)).toBe(pair);

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
