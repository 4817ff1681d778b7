import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SELECTED_CARD } from '../web/ideas/carousel/use-carousel.ts';
import { startApp, type TestApp } from './app.ts';
import { holdCalls } from './held-calls.ts';
import { setUpPeople, signInCustomer } from './people.ts';

/** The keyboard shortcuts of a market. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();
const open = async () => {
  const page = await watched(signInCustomer(app.url, { path: '/customer/forex' }));
  await page.locator(SELECTED_CARD).waitFor();
  return page;
};
const place = (page: Page) => page.getByText(/^\d+ of \d+$/).innerText();

it('takes no key for a shortcut that is typed while the search is loading', async () => {
  const page = await open();
  const loading = await holdCalls(page, /assets.search-dialog-.*[.]js$/, 'GET');
  await page.keyboard.press('Control+k');
  await loading.asked;
  await page.keyboard.press('ArrowRight');
  loading.release();
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.waitFor();
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });
  await expect.poll(() => place(page)).toBe('1 of 9');
});
