import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TrackRecord } from '../contract/track-record.ts';
import { storageKeys } from '../web/shared/storage/storage-keys.ts';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { download } from './downloads.ts';
import { setUpPeople, signInCustomer } from './people.ts';

/** An educator's results: reported when ideas are closed, and counted publicly. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();

describe("an educator's track record", () => {
  it('exports the record as CSV and JSON with its rules', async () => {
    const page = await watched(signInCustomer(app.url, { path: '/customer/educators/1' }));
    await page.getByRole('heading', { name: 'Export' }).click();
    const csv = await download(page, page.getByRole('button', { name: 'Export CSV' }));
    const json = await download(page, page.getByRole('button', { name: 'Export JSON' }));
    const record: TrackRecord & { counting_rule: string[] } = JSON.parse(json.content);
    expect(csv.content.trim().split('\r\n')).toHaveLength(record.entries.length + 1);
    expect(record.ideas.total).toBe(record.entries.length);
    expect(record.counting_rule.length).toBeGreaterThan(5);
    expect([csv.name, json.name]).toEqual(['chartlark-record-1.csv', 'chartlark-record-1.json']);

    await page.goto('/customer/educators/9');
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  });
});

describe('verifying the change log from a track record', () => {
  const openVerify = async () => {
    const page = await watched(signInCustomer(app.url, { path: '/customer/educators/1' }));
    // The browser remembers where the log ended, to compare with.
    await page.waitForFunction((key) => localStorage.getItem(key) !== null, storageKeys.ledgerHead.name);
    await page.getByRole('heading', { name: 'Verify' }).click();
    return page;
  };

  it('checks the whole log in one press, and compares it with what this browser saw', async () => {
    const page = await openVerify();
    await page.getByRole('button', { name: 'Verify now' }).click();
    const { rows } = await app.database.pool.query('select count(*)::int as count from idea_revisions');
    await page
      .getByText(`Change log intact: ${rows[0].count} entries, matches what you saw before`)
      .waitFor();
    await page.getByRole('heading', { name: 'Results by exit plan' }).click();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Verify a file' }).click();
    await page.getByRole('heading', { name: 'Verify the ledger' }).waitFor();
  });

  it('says that the network failed, and tries again', async () => {
    const page = await openVerify();
    await page.route('**/api/ledger*', (route) => route.abort());
    await page.getByRole('button', { name: 'Verify now' }).click();
    await page.getByText("Couldn't download the change log").waitFor();
    await page.unroute('**/api/ledger*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('matches what you saw before').waitFor();
  });

  it('says which entry was altered, and when the latest entries are missing', async () => {
    const page = await openVerify();
    let alter = (rows: { at: string }[]) => rows.with(4, { ...rows[4]!, at: '2020-01-01T00:00:00.000Z' });
    await page.route('**/api/ledger*', async (route) => {
      const response = await route.fetch();
      const rows = await response.json();
      await route.fulfill({ response, json: rows.length > 4 ? alter(rows) : rows });
    });
    await page.getByRole('button', { name: 'Verify now' }).click();
    await page.getByText('Change log altered').waitFor();
    await page
      .getByText('Entry 5 was altered after it was recorded. The first 4 entries are intact.')
      .waitFor();
    alter = (rows) => rows.slice(0, -1);
    await page.getByRole('button', { name: 'Verify again' }).click();
    await page.getByText("Change log doesn't match what you saw before").waitFor();
    await page.getByText('its latest entries are missing').waitFor();
  });
});
