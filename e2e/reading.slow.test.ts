import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { type EducatorCalls, signInCalls } from './educator-calls.ts';
import { setUpPeople, signInCustomer } from './people.ts';

/** What a reader has seen and read, on two devices. */
let app: TestApp;
let educator: EducatorCalls;
beforeAll(async () => {
  app = await startApp();
  educator = await signInCalls(app);
});
afterAll(() => app.close());
const watched = setUpPeople();

/** Accounts that have loaded both markets: each may be stored by a call of its own. */
const countReaders = async () =>
  (await app.database.pool.query('select 1 from reading_states where cardinality(markets) = 2')).rowCount;
it('starts on a second device with the badges, viewed ideas and the line of new messages of the first (§4.16)', async () => {
  const { pool } = app.database;
  const { id } = await educator.publish({ pair: 'GBP/DKK' });
  const first = await watched(signInCustomer(app.url, { path: `/ideas/${id}` }));
  const countStored = async (what: string) => (await pool.query(`select 1 from ${what}`)).rowCount;
  await expect
    .poll(() => countStored(`idea_reads where idea_id = '${id}' and viewed_at is not null and version = 1`))
    .toBe(1);
  await first.goto('/customer/chat');
  await expect.poll(() => countStored('room_reads')).toBe(1);
  await first.goto('/customer/dashboard');
  const badge = (page: Page, count: number) =>
    page.getByRole('button', { name: `Notifications, ${count} new` });
  await expect.poll(countReaders).toBe(1);
  await educator.publish({ pair: 'GBP/NOK' });
  await badge(first, 1).waitFor();
  const second = await watched(signInCustomer(app.url, { keepsReading: true }));
  await badge(second, 1).waitFor();
  const viewed = await second.evaluate(() =>
    Object.entries(localStorage).find(([name]) => name.startsWith('viewedTradeIdeas:')),
  );
  expect(JSON.parse(viewed?.[1] ?? 'null')).toEqual([id]);
  await educator.change(id, { exit_1: '1.0955' });
  await pool.query(
    `insert into chat_messages (room_id, user_id, user_name, user_role, message, created_at, updated_at)
     select room_id, 'edu-1', 'Educator name', 'educator', 'Since then', now(), now() from room_reads`,
  );
  await second.goto('/customer/chat');
  await second.getByText('New messages', { exact: true }).waitFor();
  await second.goto('/customer/forex');
  await second.getByText('Updated since you last viewed it').waitFor();
  await second.goto('/customer/dashboard');
  await second.getByRole('link', { name: /^Forex/ }).click();
  await second.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  const isSeen = async () =>
    (
      await app.database.pool.query(
        "select 1 from idea_reads r join trade_ideas i on i.id = r.idea_id where i.pair = 'GBP/NOK'",
      )
    ).rowCount;
  await expect.poll(isSeen).toBe(1);
  await first.reload();
  await first.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
});
