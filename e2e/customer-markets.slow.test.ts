import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { type EducatorCalls, signInCalls } from './educator-calls.ts';
import { fillLogin, setUpPeople, signInCustomer } from './people.ts';

/** SPEC §4: what is new in each market, in every tab and for every person. */
let app: TestApp;
let educator: EducatorCalls;

beforeAll(async () => {
  app = await startApp();
  educator = await signInCalls(app);
});
afterAll(() => app.close());

const watched = setUpPeople();
const customer = async (): Promise<Page> => {
  const page = await watched(signInCustomer(app.url));
  await page.getByText('Live', { exact: true }).waitFor();
  for (const market of ['Forex', 'Crypto'])
    await card(page, market)
      .getByText(/active/)
      .waitFor();
  return page;
};
const anotherTab = async (page: Page): Promise<Page> => {
  const tab = await page.context().newPage();
  await tab.goto(`${app.url}/customer/dashboard`);
  await tab.getByText('Live', { exact: true }).waitFor();
  return tab;
};
const card = (page: Page, market: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: market }) });
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

/** Unseen counts as read by screen readers: Forex, Crypto, the bell. */
const counts = async (page: Page): Promise<number[]> => {
  const badge = async (market: string) =>
    Number(/(\d+) new ideas?/.exec(await card(page, market).innerText())?.[1] ?? 0);
  const total = Number(/(\d+) new/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[1] ?? 0);
  return [await badge('Forex'), await badge('Crypto'), total];
};
const expectCounts = (page: Page, expected: [forex: number, crypto: number, total: number]) =>
  expect.poll(() => counts(page)).toEqual(expected);
const publish = (market_type: 'Forex' | 'Crypto', pair: string) => educator.publish({ market_type, pair });
describe('the count of new ideas', () => {
  it('counts nothing on the first load, then new ideas per market and in total, in every tab', async () => {
    const page = await customer();
    await expectCounts(page, [0, 0, 0]);
    const tab = await anotherTab(page);
    await publish('Forex', 'AUD/NZD');
    await publish('Forex', 'NZD/CAD');
    await publish('Crypto', 'BTC/EUR');
    await Promise.all([expectCounts(page, [2, 1, 3]), expectCounts(tab, [2, 1, 3])]);
    await page.reload();
    await expectCounts(page, [2, 1, 3]);

    await page.getByRole('link', { name: 'Forex' }).click();
    await page.waitForURL('**/customer/forex');
    await expectCounts(tab, [0, 1, 1]);
    await page.goBack();
    await expectCounts(page, [0, 1, 1]);
  });

  it('counts separately for another person on the same browser', async () => {
    const page = await customer();
    await publish('Forex', 'EUR/SEK');
    await expectCounts(page, [1, 0, 1]);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');

    await page.goto('/chartlark-staff');
    await fillLogin(page, 'educator1@demo.test', 'teach-to-trade');
    await page.getByRole('button', { name: 'Access Educator Portal' }).click();
    await page.waitForURL('**/educator/dashboard');
    await page.goto('/customer/dashboard');
    await card(page, 'Forex')
      .getByText(/active/)
      .waitFor();
    await expectCounts(page, [0, 0, 0]);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');

    await fillLogin(page, 'customer@demo.test', 'learn-to-trade');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/customer/dashboard');
    await expectCounts(page, [1, 0, 1]);
  });
});

it('keeps the width of a phone while a menu is open', async () => {
  const phone = { isMobile: true, hasTouch: true, viewport: { width: 360, height: 640 } };
  const page = await watched(signInCustomer(app.url, { ...phone, path: '/learn' }));
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
  // What is beyond the edge widens a phone's layout for good, and the tab bar leaves the screen.
  expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([360, 640]);
});
