import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SELECTED_CARD } from '../web/entities/idea/carousel/use-carousel.ts';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { holdCalls } from './held-calls.ts';
import { BLANK_PATH, setUpPeople, signInCustomer } from './people.ts';

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
const help = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

it('steps by J and K, opens the idea by Enter and changes the layout by C', async () => {
  const page = await open();
  const { keyboard } = page;
  await keyboard.press('j');
  await keyboard.press('j');
  await keyboard.press('k');
  await expect.poll(() => place(page)).toBe('2 of 9');
  await keyboard.press('Enter');
  const detail = page.getByRole('dialog', { name: 'GBP/JPY' });
  await detail.getByRole('button', { name: 'Copy idea' }).waitFor();
  // The dialog has the keys to itself.
  await keyboard.press('j');
  await keyboard.press('c');
  await keyboard.press('Escape');
  await detail.waitFor({ state: 'detached' });
  await expect.poll(() => place(page)).toBe('2 of 9');
  await keyboard.press('c');
  await page.getByRole('table').waitFor();
  await keyboard.press('c');
  await expect.poll(() => place(page)).toMatch(/ of 9$/);
});

it('follows keys that are pressed as soon as the card can be seen', async () => {
  const page = await watched(signInCustomer(app.url, { path: BLANK_PATH }));
  await page.addInitScript((card) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(card)) return;
      observer.disconnect();
      for (const key of ['j', 'j', 'k', 'j'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    });
    observer.observe(document, { childList: true, subtree: true });
  }, SELECTED_CARD);
  await page.goto('/customer/forex');
  await page.locator(SELECTED_CARD).waitFor();
  await expect.poll(() => place(page)).toBe('3 of 9');
});

it('ignores single keys with modifiers, in fields and on focused controls', async () => {
  const page = await open();
  const { keyboard } = page;
  for (const keys of ['Shift+J', 'Alt+J', 'Control+J']) await keyboard.press(keys);
  await page.getByRole('combobox', { name: 'Direction' }).focus();
  await keyboard.press('j');
  await page.getByRole('button', { name: 'Previous', exact: true }).focus();
  // Enter presses the focused button.
  await keyboard.press('Enter');
  await expect.poll(() => place(page)).toBe('9 of 9');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

it('takes no key for a shortcut that is typed while the search is loading', async () => {
  const page = await open();
  const loading = await holdCalls(page, /assets.search-dialog-.*[.]js$/, 'GET');
  await page.keyboard.press('/');
  await loading.asked;
  await page.keyboard.press('c');
  loading.release();
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.waitFor();
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });
  await expect.poll(() => place(page)).toBe('1 of 9');
});

it('lists the shortcuts by the question mark, where single keys can be turned off', async () => {
  const page = await open();
  const { keyboard } = page;
  await keyboard.press('?');
  await help(page).getByText('Next idea').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await help(page).getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
  await keyboard.press('Escape');
  await help(page).waitFor({ state: 'detached' });
  await keyboard.press('j');
  await keyboard.press('ArrowRight');
  await expect.poll(() => place(page)).toBe('2 of 9');
  await page.reload();
  await page.locator(SELECTED_CARD).waitFor();
  for (const key of ['j', '?', '/']) await keyboard.press(key);
  await keyboard.press('ArrowRight');
  await expect.poll(() => place(page)).toBe('2 of 9');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  // The search leads to the switch.
  await keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Search' }).fill('keyb');
  await keyboard.press('Enter');
  await help(page).getByRole('switch', { name: 'Single-key shortcuts' }).check();
});
