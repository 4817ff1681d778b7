import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Database } from '../server/database/database.ts';
import { startApp, type TestApp } from './app.ts';
import { signInCalls } from './educator-calls.ts';
import { signInCustomer, type WatchedPage } from './people.ts';

/** What readers see if something is missing: an older row, the educators' list (SPEC §3, DESIGN §15). */

/** Rows of an older version, with exits and photos in other columns. */
const prepare = async ({ pool }: Database) => {
  await pool.query("delete from trade_ideas where market_type = 'Crypto'");
  const insert = (pair: string, status: string) =>
    pool.query(
      `insert into trade_ideas (id, educator_id, educator_name, pair, time_frame, order_type, idea_type, market_type,
         entry_1, invalidation_level, exit_1, take_profit_2, take_profit_3, photo_url, chart_url, status, created_at, updated_at,
         version)
       values (gen_random_uuid(), '2', 'Named in the row', $1, '4H', 'BUY', 'Leverage', 'Crypto',
         0.00000812, 0.00000765, 0.00000901, 0.00000988, 0.00001204, '/media/old.png', 'https://elsewhere.example/chart.png', $2,
         now(), now(), 1)`,
      [pair, status],
    );
  await insert('OLD/ACTIVE', 'active');
  await insert('OLD/CLOSED', 'failure');
};

let app: TestApp;
let customer: WatchedPage;
let page: Page;

beforeAll(async () => {
  app = await startApp({ prepare });
  customer = await signInCustomer(app.url);
  page = customer.page;
});
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
afterAll(async () => {
  expect(customer?.errors).toEqual([]);
  await customer?.close();
  await app.close();
});

const idea = (pair: string) => page.getByRole('article', { name: pair });
const author = () => idea('OLD/ACTIVE').getByTitle('Track record');

it.each([
  ['an active idea', '/customer/crypto', 'OLD/ACTIVE', 'Details'],
  ['a completed idea', '/customer/crypto/leverage', 'OLD/CLOSED', 'OLD/CLOSED'],
])(
  'shows an old %s completely: exits, photo, chart, and prices as they were written',
  async (_what, path, pair, press) => {
    await page.route('**/media/old.png', (route) => route.fulfill({ status: 404 }));
    await page.goto(path);
    await idea(pair).getByRole('button', { name: press, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: pair });
    for (const price of ['0.00000812', '0.00000765', '0.00000901', '0.00000988', '0.00001204'])
      await dialog.getByText(price, { exact: true }).waitFor();
    await dialog.getByText('Exit 3').waitFor();
    await dialog.getByRole('button', { name: 'View photo 1 of 1 full size' }).waitFor();
    const chart = dialog.getByRole('link', { name: 'View chart (opens in a new tab)' });
    await expect.poll(() => chart.getAttribute('href')).toBe('https://elsewhere.example/chart.png');
    await page.keyboard.press('Escape');
  },
);

it('shows the last known educator names without the list, else the name of the idea', async () => {
  await page.goto('/customer/crypto');
  await expect.poll(() => author().innerText()).toBe('Milo Finch');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('educators'))).toContain('Milo Finch');
  await page.route('**/api/users/educators', (route) => route.abort());
  await page.goto('/customer/crypto');
  await expect.poll(() => author().innerText()).toBe('Milo Finch');

  await page.evaluate(() => localStorage.removeItem('educators'));
  await page.goto('/customer/crypto');
  await expect.poll(() => author().innerText()).toBe('Named in the row');
  await idea('OLD/ACTIVE').getByText('Trading', { exact: true }).waitFor();
  await page.goto('/customer/chat');
  await page
    .getByRole('article')
    .first()
    .getByText(/\w+ \w+/)
    .first()
    .waitFor();
});

it('shows the new name of an educator everywhere', async () => {
  const name = 'Milo of the Finches';
  await app.database.pool.query("update users set full_name = $1 where educator_id = '2'", [name]);
  await page.goto('/customer/crypto');
  await expect.poll(() => author().innerText()).toBe(name);
  await page.goto('/customer/crypto/leverage');
  await idea('OLD/CLOSED').getByText(name).waitFor();
  await page.getByRole('combobox', { name: 'Educator' }).selectOption({ label: name });
  await page.goto('/customer/educators/2');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.goto('/customer/videos');
  await page.getByRole('combobox', { name: 'Educator' }).selectOption({ label: name });
});

it('keeps the last idea of a market when it is closed, and shows the empty market at the next visit', async () => {
  const educator = await signInCalls(app);
  const { rows } = await app.database.pool.query("select id from trade_ideas where pair = 'OLD/ACTIVE'");
  await page.goto('/customer/crypto');
  await page.getByText('Live', { exact: true }).waitFor();
  await idea('OLD/ACTIVE').getByRole('button', { name: 'Details' }).click();
  const dialog = page.getByRole('dialog', { name: 'OLD/ACTIVE' });
  await dialog.getByText('Position size', { exact: true }).waitFor();
  await educator.change(rows[0].id, { status: 'successful' });
  await dialog.getByText('Successful', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await idea('OLD/ACTIVE').getByText('This idea was closed. It stays here until you move on.').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'No Crypto trade ideas available' }).waitFor();
});
