import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { BLANK, resetPage, signInCustomer, signInEducator, type WatchedPage } from './people.ts';

/** The application, who writes in the rooms and who reads them; there once `setUpRooms` has run. */
export const journey = {} as { app: TestApp; educator: WatchedPage; customer: WatchedPage };

/** An educator and a customer, each in one page for the whole file. Each test starts outside the app, signed in. */
export const setUpRooms = (): void => {
  const people = () => [journey.educator, journey.customer];
  beforeAll(async () => {
    journey.app = await startApp();
    const { url } = journey.app;
    [journey.educator, journey.customer] = await Promise.all([
      signInEducator(url, '1', { path: BLANK }),
      signInCustomer(url, { path: BLANK }),
    ]);
  });
  afterAll(async () => {
    await Promise.all(people().map((person) => person?.close()));
    await journey.app.close();
  });
  beforeEach(() => Promise.all(people().map(({ page }) => resetPage(page))));
  afterEach(() => {
    expect(people().flatMap(({ faults }) => faults.splice(0))).toEqual([]);
  });
};

export const room = (page: Page) => page.getByRole('tabpanel');
export const message = (page: Page, text: string): Locator =>
  room(page).getByRole('article').filter({ hasText: text });
export const compose = (page: Page) => page.getByRole('form', { name: 'New message' }).getByRole('textbox');
export const write = async (page: Page, text: string) => {
  await compose(page).fill(text);
  await compose(page).press('Enter');
  await message(page, text).waitFor();
};
export const distanceToEnd = (page: Page) =>
  room(page).evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop);
export const stored = async (text: string) =>
  (
    await journey.app.database.pool.query(
      'select message, user_id, image_url, is_edited, is_deleted from chat_messages where message = $1',
      [text],
    )
  ).rows;
/** Messages of an hour ago, one second apart. */
export const fill = (roomName: string, prefix: string, count: number) =>
  journey.app.database.pool.query(
    `insert into chat_messages (room_id, user_id, user_name, user_role, message, created_at, updated_at)
     select r.id, 'edu-1', 'Educator name', 'educator', $2 || ' ' || n, at, at
     from chat_rooms r, generate_series(1, $3::int) n,
       lateral (select now() - interval '1 hour' + n * interval '1 second' as at) t
     where r.name = $1`,
    [roomName, prefix, count],
  );
export const clear = () => journey.app.database.pool.query('delete from chat_messages');
export const open = async ({ page }: Pick<WatchedPage, 'page'>, path: string) => {
  await page.goto(path);
  await page.getByText('Live', { exact: true }).waitFor();
  await room(page).waitFor();
};
