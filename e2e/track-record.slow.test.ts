import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TrackRecord } from '../contract/record/track-record.ts';
import { startApp, type TestApp } from './app.ts';
import { download } from './downloads.ts';
import { setUpPeople, signInCustomer } from './people.ts';

/** The files of a track record. That it counts and verifies is tested with its screen. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();

it('exports a track record as CSV and JSON with its rules', async () => {
  const page = await watched(signInCustomer(app.url, { path: '/customer/educators/1' }));
  await page.getByRole('heading', { name: 'Export' }).click();
  const csv = await download(page, page.getByRole('button', { name: 'Export CSV' }));
  const json = await download(page, page.getByRole('button', { name: 'Export JSON' }));
  const record: TrackRecord & { counting_rule: string[] } = JSON.parse(json.content);
  expect(csv.content.trim().split('\r\n')).toHaveLength(record.entries.length + 1);
  expect(record.ideas.total).toBe(record.entries.length);
  expect(record.counting_rule.length).toBeGreaterThan(5);
  expect([csv.name, json.name]).toEqual(['chartlark-record-1.csv', 'chartlark-record-1.json']);
});
