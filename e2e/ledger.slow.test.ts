import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LedgerRow } from '../contract/record/ledger.ts';
import { startApp, type TestApp } from './app.ts';
import { download } from './downloads.ts';
import { setUpPeople, signInCustomer } from './people.ts';

/** The change log as people see it: downloaded, and verified on their own device. */
let app: TestApp;

beforeAll(async () => {
  // Checks of the demo's results would add rows meanwhile.
  app = await startApp({ settings: { CANDLE_SOURCES: 'off' } });
});
afterAll(() => app.close());

const watched = setUpPeople();
const result = (page: Page) => page.getByRole('region', { name: 'Result' });
const remembered = (page: Page): Promise<{ count: number; head: string } | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('ledgerHead') ?? 'null'));

const downloaded = async (page: Page): Promise<LedgerRow[]> =>
  JSON.parse((await download(page, page.getByRole('button', { name: 'Download the change log' }))).content);

const checkFile = (page: Page, rows: unknown) =>
  page.getByLabel('Change log file').setInputFiles({
    name: 'ledger.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(rows)),
  });

it('verifies a downloaded ledger in the browser only, and says what it cannot prove', async () => {
  const page = await watched(signInCustomer(app.url));
  await expect.poll(() => remembered(page)).toMatchObject({ count: expect.any(Number) });
  await page.goto('/verify');
  const rows = await downloaded(page);
  expect(rows.length).toBe((await remembered(page))?.count);
  expect(rows.some((row) => !('changes' in row))).toBe(true);

  const requests: string[] = [];
  page.on('request', (request) => {
    // What the person has seen is sent at any time.
    if (request.method() !== 'GET' && !request.url().endsWith('/api/reading')) requests.push(request.url());
  });
  await checkFile(page, rows);
  await result(page).getByText('Change log intact').waitFor();
  await result(page).getByText('so the history is unchanged').waitFor();
  await result(page).getByText('That nothing is missing after your saved fingerprint').waitFor();
  expect(requests).toEqual([]);
});
