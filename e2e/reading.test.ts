import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { message, waitUntilRead } from './chat-rooms.ts';
import { type EducatorCalls, signInCalls } from './educator-calls.ts';
import { holdCalls } from './held-calls.ts';
import { BLANK_PATH, setUpPeople, signInCustomer } from './people.ts';
import { chooseTheme } from './theme.ts';

/** What a reader keeps: followed educators, bookmarks, private notes, and what is new since. */
let app: TestApp;
let educator: EducatorCalls;
beforeAll(async () => {
  app = await startApp();
  educator = await signInCalls(app);
});
afterAll(() => app.close());
afterEach(() =>
  app.database.pool.query('delete from bookmarks; delete from follows; delete from push_settings'),
);
const watched = setUpPeople();

const openBell = async (page: Page) => {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  return page.getByRole('dialog', { name: 'Notifications' });
};
/** Accounts that have loaded both markets: each may be stored by a call of its own. */
const countReaders = async () =>
  (await app.database.pool.query('select 1 from reading_states where cardinality(markets) = 2')).rowCount;
const expectNoViolations = async (page: Page) => {
  for (const theme of ['dark', 'light'] as const) {
    await chooseTheme(page, theme);
    expect(await findViolations(page), theme).toEqual([]);
  }
};

describe('bookmarks and notes', () => {
  it('keeps, lists and removes bookmarks and notes of ideas', async () => {
    const { id } = await educator.publish({ pair: 'EUR/NOK' });
    const page = await watched(signInCustomer(app.url, { path: `/ideas/${id}` }));
    await page.getByRole('button', { name: 'Bookmark EUR/NOK', pressed: false }).click();
    await page.getByRole('button', { name: 'Bookmark EUR/NOK', pressed: true }).waitFor();
    await page.getByRole('button', { name: 'Add private note' }).click();
    const note = page.getByRole('textbox', { name: 'Private note' });
    await note.fill('Only above 11.60.\nNot before the rate decision.');
    // What was typed survives a reload.
    await page.reload();
    await expect.poll(() => note.inputValue()).toBe('Only above 11.60.\nNot before the rate decision.');
    // Nobody has asked to write now.
    expect(await note.evaluate((field) => field === document.activeElement)).toBe(false);
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByRole('button', { name: 'Edit private note' }).waitFor();

    await page.goto('/customer/bookmarks');
    await page.getByText('Not before the rate decision.').waitFor();
    await expectNoViolations(page);
    // A change reaches the open page.
    await educator.change(id, { status: 'successful', result_level: 'exit_1' });
    await page.getByText('Successful', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'EUR/NOK' }).click();
    await page.waitForURL(`**/ideas/${id}`);
    await page.getByRole('button', { name: 'Edit private note' }).click();
    await note.fill('');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByRole('button', { name: 'Add private note' }).waitFor();
    await page.goto('/customer/bookmarks');
    await page.getByRole('button', { name: 'Bookmark EUR/NOK' }).click();
    await page.getByRole('heading', { name: 'No bookmarks yet' }).waitFor();
  });

  it('keeps a note that was written elsewhere when a bookmark is set', async () => {
    const { pool } = app.database;
    const { id } = await educator.publish({ pair: 'EUR/DKK' });
    const page = await watched(signInCustomer(app.url, { path: `/ideas/${id}` }));
    const button = page.getByRole('button', { name: 'Bookmark EUR/DKK', pressed: false });
    await button.and(page.locator(':enabled')).waitFor();
    await pool.query(
      "insert into bookmarks select id, $1, false, 'From my phone', now() from users where role = 'customer'",
      [id],
    );
    await button.click();
    await page.getByText('From my phone').waitFor();
    expect((await pool.query('select note from bookmarks where is_bookmarked')).rows).toEqual([
      { note: 'From my phone' },
    ]);
  });

  it('shows the latest change while the list is loaded after the one before', async () => {
    const { id } = await educator.publish({ pair: 'EUR/HUF' });
    const page = await watched(signInCustomer(app.url, { path: `/ideas/${id}` }));
    const button = (pressed: boolean) => page.getByRole('button', { name: 'Bookmark EUR/HUF', pressed });
    await button(false).and(page.locator(':enabled')).waitFor();
    const [first, asked, second] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ];
    await page.route('**/api/bookmarks/*', async (route) => {
      const isFirst = route.request().postDataJSON().is_bookmarked;
      if (!isFirst) asked.resolve();
      await (isFirst ? first : second).promise;
      await route.continue();
    });
    await button(false).click();
    await button(true).click();
    await button(false).waitFor();
    const loaded = page.waitForResponse((response) => response.url().endsWith('/api/bookmarks'));
    first.resolve();
    expect(await (await loaded).json()).toMatchObject([{ is_bookmarked: true }]);
    await asked.promise;
    await expect.poll(() => button(false).count()).toBe(1);
    second.resolve();
    await expect
      .poll(async () => (await app.database.pool.query('select 1 from bookmarks')).rowCount)
      .toBe(0);
  });

  it('keeps what is added to a note while it is saved, after leaving and returning', async () => {
    const { id } = await educator.publish({ pair: 'EUR/ISK' });
    const page = await watched(signInCustomer(app.url, { path: `/ideas/${id}` }));
    const note = page.getByRole('textbox', { name: 'Private note' });
    const save = page.getByRole('button', { name: 'Save note' });
    await page.getByRole('button', { name: 'Add private note' }).click();
    await note.fill('Saved first.');
    const saving = await holdCalls(page, '**/api/bookmarks/*', 'PUT');
    await save.click();
    await saving.asked;
    await page.getByRole('link', { name: 'Back to Markets' }).click();
    await page.waitForURL('**/customer/dashboard');
    await page.goBack();
    await note.fill('Saved first. Added later.');
    const refetched = page.waitForResponse((response) => response.url().endsWith('/api/bookmarks'));
    saving.release();
    await refetched;
    await expect.poll(() => note.inputValue()).toBe('Saved first. Added later.');
    await save.click();
    await page.getByRole('button', { name: 'Edit private note' }).waitFor();
    expect((await app.database.pool.query('select note from bookmarks')).rows).toEqual([
      { note: 'Saved first. Added later.' },
    ]);
  });

  it('says that a note was changed on another device before it replaces it', async () => {
    const { pool } = app.database;
    const { id } = await educator.publish({ pair: 'EUR/RON' });
    const page = await watched(signInCustomer(app.url, { path: `/ideas/${id}` }));
    const note = page.getByRole('textbox', { name: 'Private note' });
    await page.getByRole('button', { name: 'Add private note' }).click();
    await note.fill('From my desk');
    await pool.query(
      "insert into bookmarks select id, $1, false, 'From my phone', now() from users where email = 'customer@demo.test'",
      [id],
    );
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText("Changed on another device. It's now From my phone. Saving").waitFor();
    await expect.poll(() => note.inputValue()).toBe('From my desk');
    const select = async () => (await pool.query('select note from bookmarks where idea_id = $1', [id])).rows;
    expect(await select()).toEqual([{ note: 'From my phone' }]);
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByRole('button', { name: 'Edit private note' }).waitFor();
    expect(await select()).toEqual([{ note: 'From my desk' }]);
  });

  it('says that a note was not saved, and keeps the text', async () => {
    const { id } = await educator.publish({ pair: 'EUR/SEK' });
    const page = await watched(signInCustomer(app.url, { path: `/ideas/${id}` }));
    await page.getByRole('button', { name: 'Add private note' }).click();
    await page.getByRole('textbox', { name: 'Private note' }).fill('Keep me.');
    // Nothing can be fetched either.
    await page.route(/\/api\/bookmarks/, (route) => route.abort());
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Network error. Please try again.').waitFor();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Private note' }).inputValue())
      .toBe('Keep me.');
    await page.getByRole('button', { name: 'Bookmark EUR/SEK' }).click();
    await page.getByText('Bookmark not saved', { exact: true }).filter({ visible: true }).first().waitFor();
    await page.getByRole('button', { name: 'Bookmark EUR/SEK', pressed: false }).waitFor();
  });
});

it('follows an educator in the directory, and limits notifications to followed ones', async () => {
  const page = await watched(signInCustomer(app.url, { path: '/customer/educators' }));
  const [row] = (await app.database.pool.query(`select full_name from users where educator_id = '1'`)).rows;
  const following = page.getByRole('button', { name: `Following ${row.full_name}` });
  await page.getByRole('button', { name: `Follow ${row.full_name}`, exact: true }).click();
  await following.waitFor();
  await expectNoViolations(page);
  await page.getByRole('link', { name: row.full_name }).click();
  await page.getByRole('heading', { level: 1, name: row.full_name }).waitFor();
  await following.waitFor();
  const dialog = await openBell(page);
  await dialog.getByRole('tab', { name: 'Settings' }).click();
  await dialog.getByRole('switch', { name: 'Forex: only educators I follow' }).check();
  const stored = async () =>
    (await app.database.pool.query('select forex_followed_only, crypto_followed_only from push_settings'))
      .rows;
  await expect.poll(stored).toEqual([{ forex_followed_only: true, crypto_followed_only: false }]);
});

it('takes back only the follow that failed, while another one is being sent', async () => {
  const page = await watched(signInCustomer(app.url, { path: '/customer/educators' }));
  const { rows } = await app.database.pool.query(
    `select full_name from users where educator_id in ('5', '6') order by educator_id`,
  );
  const [first, second] = rows.map(({ full_name }) => full_name);
  let fail = () => {};
  const failing = new Promise<void>((resolve) => (fail = resolve));
  await page.route('**/api/follows/5', (route) => failing.then(() => route.abort()));
  await page.route('**/api/follows/6', () => undefined);
  for (const name of [first, second]) {
    await page.getByRole('button', { name: `Follow ${name}`, exact: true }).click();
    await page.getByRole('button', { name: `Following ${name}` }).waitFor();
  }
  const sent = page.waitForRequest('**/api/follows/6');
  fail();
  await sent;
  await page.getByRole('button', { name: `Follow ${first}`, exact: true }).waitFor();
  await page.getByRole('button', { name: `Following ${second}` }).waitFor();
});

describe("what's new", () => {
  it('lists ideas, changes, closings and messages, each leading to its place, until they are read', async () => {
    const { id } = await educator.publish({ pair: 'USD/NOK' });
    const page = await watched(signInCustomer(app.url, { path: `/ideas/${id}` }));
    await page.getByRole('heading', { level: 1, name: 'USD/NOK' }).waitFor();
    const isViewed = async () =>
      (
        await app.database.pool.query(
          'select 1 from idea_reads where idea_id = $1 and viewed_at is not null',
          [id],
        )
      ).rowCount;
    await expect.poll(isViewed).toBe(1);
    // News begin with the first load of a market.
    await expect.poll(countReaders).toBe(1);
    await page.goto('/customer/dashboard');
    const other = await educator.publish({ pair: 'USD/DKK' });
    await educator.change(id, { exit_1: '1.0955' });

    let dialog = await openBell(page);
    const unread = (name: string) => dialog.getByRole('link', { name: `${name} unread`, exact: true });
    await unread('USD/DKK · New idea').waitFor();
    await unread('USD/NOK · Updated').waitFor();
    // Arrives while the list is open.
    await educator.change(id, { status: 'successful', result_level: 'exit_1' });
    await unread('USD/NOK · Closed').waitFor();
    await dialog.getByRole('listitem').filter({ hasText: 'USD/NOK · Closed' }).getByText('Exit 1').waitFor();
    await expectNoViolations(page);
    await unread('USD/DKK · New idea').click();
    await page.waitForURL(`**/ideas/${other.id}`);
    await page.getByRole('heading', { level: 1, name: 'USD/DKK' }).waitFor();

    dialog = await openBell(page);
    await dialog.getByRole('link', { name: 'USD/DKK · New idea', exact: true }).waitFor();
    await unread('USD/NOK · Closed').waitFor();
    await dialog.getByRole('button', { name: 'Mark all as read' }).click();
    await dialog.getByText('All read').waitFor();
    await page.reload();
    dialog = await openBell(page);
    await dialog.getByText('All read').waitFor();
  });

  it('lists a deletion until the page of the idea was opened, or was open when it was deleted', async () => {
    const bookmarked = await educator.publish({ pair: 'AUD/SEK' });
    const page = await watched(signInCustomer(app.url));
    await expect.poll(countReaders).toBe(1);
    await app.database.pool.query(
      `insert into bookmarks select user_id, $1, true, '', now() from reading_states`,
      [bookmarked.id],
    );
    await educator.remove(bookmarked.id);
    const deletion = (dialog: Locator, pair: string, isUnread: boolean) =>
      dialog.getByRole('link', { name: `${pair} · Deleted${isUnread ? ' unread' : ''}`, exact: true });
    await deletion(await openBell(page), 'AUD/SEK', true).click();
    await page.getByRole('heading', { level: 1, name: 'This idea was deleted' }).waitFor();
    await page.getByText('Published', { exact: true }).waitFor();
    await deletion(await openBell(page), 'AUD/SEK', false).waitFor();

    const open = await educator.publish({ pair: 'CAD/SEK' });
    await page.goto(`/ideas/${open.id}`);
    await page.getByRole('heading', { level: 1, name: 'CAD/SEK' }).waitFor();
    const readVersion = async () =>
      (await app.database.pool.query('select version from idea_reads where idea_id = $1', [open.id])).rows;
    // News tell of what happens after the viewing.
    await expect.poll(readVersion).toEqual([{ version: 1 }]);
    await educator.remove(open.id);
    await page.getByText('The educator deleted this idea.').waitFor();
    await expect.poll(readVersion).toEqual([{ version: 2 }]);
    await deletion(await openBell(page), 'CAD/SEK', false).waitFor();
  });

  it('leads to the channel of a message', async () => {
    const page = await watched(signInCustomer(app.url));
    const dialog = await openBell(page);
    await dialog.getByRole('link', { name: /^Exchange Ideas · Message/ }).click();
    await page.getByRole('tab', { name: 'Exchange Ideas', selected: true }).waitFor();
  });
});

it('starts on a second device with the badges, viewed ideas and the line of new messages of the first', async () => {
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
  await second.goto(`/customer/forex?idea=${id}`);
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

it('waits for what the account has read on a device that opens a channel first', async () => {
  const { pool } = app.database;
  const insert = (message: string) =>
    pool.query(
      `insert into chat_messages (room_id, user_id, user_name, user_role, message, created_at, updated_at)
       select id, 'edu-1', 'Educator name', 'educator', $1, now(), now() from chat_rooms where name = 'Leverage Ideas'`,
      [message],
    );
  await insert('Read at home');
  const first = await watched(signInCustomer(app.url, { path: '/customer/chat' }));
  await expect.poll(async () => (await pool.query('select 1 from room_reads')).rowCount).toBe(1);
  await first.goto(BLANK_PATH);
  await insert('Written since');
  const second = await watched(signInCustomer(app.url, { path: BLANK_PATH, keepsReading: true }));
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await second.route('**/api/reading', async (route) => {
    asked.resolve();
    await answered.promise;
    await route.continue();
  });
  await second.goto('/customer/chat');
  await message(second, 'Written since').waitFor();
  await asked.promise;
  answered.resolve();
  await second.getByText('New messages', { exact: true }).waitFor();
  await waitUntilRead(second);
});

it('takes the state of the browser over for an account without any', async () => {
  const page = await watched(signInCustomer(app.url));
  const count = async () =>
    Number((await app.database.pool.query('select count(*) from idea_reads')).rows[0].count);
  await expect.poll(countReaders).toBe(1);
  const unsent = () =>
    page.evaluate(
      () => Object.entries(localStorage).find(([name]) => name.startsWith('unsentReading:'))?.[1],
    );
  await expect.poll(unsent).toBe('{"markets":[],"ideas":[],"rooms":[]}');
  const all = await count();
  expect(all).toBeGreaterThan(0);
  // As it was before accounts had a state.
  await page.goto('/healthz');
  await app.database.pool.query('delete from reading_states; delete from idea_reads');
  await educator.publish({ pair: 'CHF/NOK' });
  await page.goto('/customer/dashboard');
  await page.getByRole('button', { name: 'Notifications, 1 new' }).waitFor();
  await expect.poll(count).toBe(all);
});

it('offers notifications on the markets once an idea was viewed, until declined', async () => {
  const page = await watched(signInCustomer(app.url, { path: BLANK_PATH }));
  await page.addInitScript(() => {
    const stub = { permission: 'default', requestPermission: async () => 'granted' };
    Object.defineProperty(window, 'Notification', { value: stub, configurable: true });
  });
  const question = page.getByRole('region', { name: 'Notifications' });
  const openMarkets = async () => {
    await page.goto('/customer/dashboard');
    await page.getByText('Live', { exact: true }).waitFor();
  };
  await openMarkets();
  await expect.poll(() => question.count()).toBe(0);
  const { id } = await educator.publish({ pair: 'AUD/NOK' });
  await page.goto(`/ideas/${id}`);
  await page.getByRole('heading', { level: 1, name: 'AUD/NOK' }).waitFor();
  await openMarkets();
  await question.getByRole('button', { name: 'Not now' }).click();
  await question.waitFor({ state: 'detached' });
  await openMarkets();
  await expect.poll(() => question.count()).toBe(0);
});
