import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { BLANK_PATH, resetPage, signInCustomer, signInEducator, type WatchedPage } from './people.ts';

/** The application, a writer and a reader; set by `setUpRooms`. */
export const chat = {} as { app: TestApp; educator: WatchedPage; customer: WatchedPage };

/** An educator and a customer, each in one page for the whole file. Each test starts outside the app, signed in. */
export const setUpRooms = (): void => {
  const people = () => [chat.educator, chat.customer];
  beforeAll(async () => {
    chat.app = await startApp();
    const { url } = chat.app;
    [chat.educator, chat.customer] = await Promise.all([
      signInEducator(url, '1', { path: BLANK_PATH }),
      signInCustomer(url, { path: BLANK_PATH }),
    ]);
  });
  afterAll(async () => {
    await Promise.all(people().map((person) => person?.close()));
    await chat.app.close();
  });
  beforeEach(() => Promise.all(people().map(({ page }) => resetPage(page))));
  afterEach(() => {
    expect(people().flatMap(({ errors }) => errors.splice(0))).toEqual([]);
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
/** Waits until all messages of the page are stored as read. */
export const waitUntilRead = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const shown = [...document.querySelectorAll('[role=tabpanel] [data-message]')];
        const last = shown.at(-1)?.getAttribute('data-message');
        return Object.entries(localStorage).some(
          ([key, value]) => key.startsWith('chatReadTo:') && JSON.parse(value).id === last,
        );
      }),
    )
    .toBe(true);
export const selectMessages = async (text: string) =>
  (
    await chat.app.database.pool.query(
      'select message, user_id, image_url, is_edited, is_deleted from chat_messages where message = $1',
      [text],
    )
  ).rows;
/** Messages of an hour ago, one second apart. */
export const insertMessages = (roomName: string, prefix: string, count: number) =>
  chat.app.database.pool.query(
    `insert into chat_messages (room_id, user_id, user_name, user_role, message, created_at, updated_at)
     select r.id, 'edu-1', 'Educator name', 'educator', $2 || ' ' || n, at, at
     from chat_rooms r, generate_series(1, $3::int) n,
       lateral (select now() - interval '1 hour' + n * interval '1 second' as at) t
     where r.name = $1`,
    [roomName, prefix, count],
  );
export const deleteMessages = () => chat.app.database.pool.query('delete from chat_messages');
export const open = async ({ page }: Pick<WatchedPage, 'page'>, path: string) => {
  await page.goto(path);
  await page.getByText('Live', { exact: true }).waitFor();
  await room(page).waitFor();
};
