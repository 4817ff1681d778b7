import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { holdCalls } from './held-calls.ts';
import { setUpPeople, signInCustomer, signInEducator } from './people.ts';

/** The search over ideas, educators and pages. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Search' });
const results = (page: Page) => dialog(page).getByRole('option');
const group = (page: Page, name: string) => dialog(page).getByRole('group', { name });

it.each([320, 360])('shows a button in the header of a phone of %i px, for both roles', async (width) => {
  const viewport = { width, height: 800 };
  for (const signIn of [signInCustomer(app.url, { viewport }), signInEducator(app.url, '1', { viewport })]) {
    const page = await watched(signIn);
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
    await field(page).waitFor();
  }
});

it.each(['Control+K', 'Meta+K'])('opens by %s, also from a text field', async (keys) => {
  const page = await watched(signInCustomer(app.url, { path: '/customer/forex/leverage' }));
  await page.getByRole('searchbox', { name: 'Search pairs' }).focus();
  await page.keyboard.press(keys);
  await field(page).waitFor();
});

it('finds active and closed ideas by pair, from any page by keyboard', async () => {
  const page = await watched(signInCustomer(app.url, { path: '/customer/videos' }));
  await page.getByRole('heading', { name: 'Videos', level: 1 }).waitFor();
  await page.keyboard.press('Control+K');
  await field(page).fill('eur usd');
  await group(page, 'Active ideas').getByRole('option', { name: 'EUR/USD' }).waitFor();
  await group(page, 'Closed ideas').getByRole('option', { name: 'EUR/USD' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/ideas/*');
  await page.getByRole('heading', { name: 'EUR/USD', level: 1 }).waitFor();
  await page.getByText('At least exit 1').first().waitFor();
  // The search left nothing behind in history.
  await page.goBack();
  await page.waitForURL('**/customer/videos');
});

it('finds educators and pages, says when there is nothing, and closes by Escape and Back', async () => {
  const page = await watched(signInCustomer(app.url, { path: '/customer/forex' }));
  await page.getByRole('button', { name: 'Search' }).click();
  await results(page).getByText('Bookmarks').waitFor();
  await field(page).fill('wren');
  await group(page, 'Educators').getByRole('option', { name: 'Ada Wren' }).waitFor();
  await field(page).fill('no such thing');
  await dialog(page).getByText('Nothing found for “no such thing”').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Search');
  await page.keyboard.press('/');
  await field(page).fill('privacy');
  await page.goBack();
  await dialog(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/customer/forex');
  await page.keyboard.press('/');
  await expect.poll(() => field(page).inputValue()).toBe('');
  await field(page).fill('privacy');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/privacy');
});

it('finds pages and active ideas when closed ones cannot be fetched', async () => {
  const page = await watched(signInCustomer(app.url, { path: '/customer/forex' }));
  await page.getByRole('heading', { name: 'Forex', level: 1 }).waitFor();
  await page.route(/state=completed/, (route) => route.abort());
  await page.keyboard.press('/');
  await field(page).fill('gbp');
  await dialog(page).getByText("Closed ideas can't be searched right now.").waitFor();
  await group(page, 'Active ideas').getByRole('option', { name: 'GBP/JPY' }).waitFor();
});

const ACTIVE_IDEAS = /trade-ideas\?.*state=active/;

it('does not say that nothing was found while active ideas are being loaded', async () => {
  const page = await watched(signInEducator(app.url));
  await page.getByRole('heading', { level: 1 }).waitFor();
  const { asked, release } = await holdCalls(page, ACTIVE_IDEAS, 'GET');
  await page.keyboard.press('Control+K');
  await asked;
  const texts = await dialog(page).evaluateHandle((shown) => {
    const seen: (string | null)[] = [];
    new MutationObserver(() => seen.push(shown.textContent)).observe(shown, {
      childList: true,
      subtree: true,
    });
    return seen;
  });
  const closedAnswer = page.waitForResponse(/state=completed/);
  await field(page).fill('aud/cad');
  await (await closedAnswer).finished();
  release();
  await group(page, 'Active ideas').getByRole('option', { name: 'AUD/CAD' }).waitFor();
  expect((await texts.jsonValue()).filter((text) => text?.includes('Nothing found'))).toEqual([]);
});

it('says that active ideas could not be loaded, and loads them again', async () => {
  const signingIn = signInEducator(app.url);
  const page = await watched(signingIn);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.route(ACTIVE_IDEAS, (route) => route.abort());
  await page.keyboard.press('Control+K');
  await field(page).fill('aud/cad');
  const failure = dialog(page).getByRole('alert').filter({ hasText: "Couldn't load all active ideas." });
  await failure.waitFor();
  await page.unrouteAll();
  // The browser reports the requests that were aborted.
  (await signingIn).errors.length = 0;
  await failure.getByRole('button', { name: 'Retry' }).click();
  await group(page, 'Active ideas').getByRole('option', { name: 'AUD/CAD' }).waitFor();
  await failure.waitFor({ state: 'detached' });
});

it('opens from the account menu on a phone, for educators too', async () => {
  const page = await watched(signInEducator(app.url, '1', { viewport: { width: 360, height: 740 } }));
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Search' }).click();
  await field(page).fill('my trade');
  await results(page).getByText('My Trade Ideas').click();
  await page.waitForURL('**/educator/ideas');
});
