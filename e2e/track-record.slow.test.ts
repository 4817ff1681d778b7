import { afterAll, beforeAll, expect, it } from 'vitest';
import { listTrackRecords, type TrackRecord } from '../contract/record/track-record.ts';
import { startApp, type TestApp } from './app.ts';
import { download } from './downloads.ts';
import { setUpPeople, signInCustomer } from './people.ts';

/** The file of a track record. That it counts and verifies is tested with its screen. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();

it('exports a track record as CSV', async () => {
  const page = await watched(signInCustomer(app.url, { path: '/customer/educators/1' }));
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes(listTrackRecords.path)),
    page.reload(),
  ]);
  const [record]: TrackRecord[] = await answer.json();
  await page.getByRole('heading', { name: 'Export' }).click();
  const csv = await download(page, page.getByRole('button', { name: 'Export CSV' }));
  expect(csv.content.trim().split('\r\n')).toHaveLength((record?.entries.length ?? 0) + 1);
  expect(record?.ideas.total).toBe(record?.entries.length);
  expect(csv.name).toBe('chartlark-record-1.csv');
});
