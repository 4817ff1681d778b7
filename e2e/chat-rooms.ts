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
export const selectMessages = async (text: string) =>
  (
    await chat.app.database.pool.query(
      'select message, user_id, image_url, is_edited, is_deleted from chat_messages where message = $1',
      [text],
    )
  ).rows;
export const open = async ({ page }: Pick<WatchedPage, 'page'>, path: string) => {
  await page.goto(path);
  await page.getByText('Live', { exact: true }).waitFor();
  await room(page).waitFor();
};
