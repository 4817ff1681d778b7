import { afterAll, beforeAll, expect, it } from 'vitest';
import { isCompleted } from '../contract/ideas.ts';
import type { Database } from '../server/database/database.ts';
import { startApp, type TestApp } from './app.ts';
import { BLANK_PATH, setUpPeople, signInEducator } from './people.ts';

/** An educator with more ideas than a page of the API holds. */
const ADDED = 60;

let app: TestApp;
let count: number;
let closed: number;

/** Older than the ideas of the demo: the first page does not have them all. */
const prepare = async ({ pool }: Database) => {
  await pool.query(
    `insert into trade_ideas (educator_id, educator_name, pair, time_frame, order_type, idea_type, market_type,
       entry_1, invalidation_level, exit_1, status, created_at, updated_at, closed_at, version)
     select '3', 'Someone', 'OLD/' || i, '4H', 'BUY', 'Leverage', 'Crypto', 1.0842, 1.0755, 1.0921, 'successful',
       now() - make_interval(days => 100 + i), now(), now(), 2
     from generate_series(1, $1) i`,
    [ADDED],
  );
  const { rows } = await pool.query("select status from trade_ideas where educator_id = '3'");
  count = rows.length;
  closed = rows.filter(({ status }) => isCompleted(status)).length;
};

beforeAll(async () => {
  app = await startApp({ prepare });
});
afterAll(() => app.close());
const watched = setUpPeople();

it('shows all ideas on My Trade Ideas and the dashboard, and loads a page that failed again', async () => {
  const signingIn = signInEducator(app.url, '3', { path: BLANK_PATH });
  const page = await watched(signingIn);
  await page.route(/[?&]cursor=/, (route) => route.abort());
  await page.goto('/educator/ideas');
  const failure = page.getByRole('alert').filter({ hasText: "Couldn't load all ideas." });
  await failure.waitFor();
  await page.getByText('All your published ideas').waitFor();
  await page.unrouteAll();
  // The browser reports the request that was aborted.
  (await signingIn).errors.length = 0;
  await failure.getByRole('button', { name: 'Retry' }).click();
  await failure.waitFor({ state: 'detached' });
  await page.getByText(`${count - closed} active · ${closed} closed`).waitFor();
  await page.getByText(`${count} ideas`, { exact: true }).waitFor();
  const rows = page.getByRole('rowheader');
  await expect.poll(() => rows.count()).toBe(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  const last = page.getByRole('button', { name: `Edit OLD/${ADDED}`, exact: true });
  await last.click();
  await page.locator('form').getByRole('button', { name: 'Cancel' }).click();
  // The table shows the edited row again, although it is not on the first page.
  await expect.poll(() => last.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.goto('/educator/dashboard');
  await page.getByText(`1 of ${count}`, { exact: true }).waitFor();
});
