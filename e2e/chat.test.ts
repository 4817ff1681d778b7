import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jpeg } from '../server/testing/media-files.ts';
import { startApp, type TestApp } from './app.ts';
import { openPage, signInCustomer, signInEducator, type WatchedPage } from './people.ts';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** The educators' rooms: written in one browser, read in another (SPEC §2 to §6). */
let app: TestApp;
let educator: WatchedPage;
let customer: WatchedPage;
/** Signed in once; each journey begins with that and nothing else. */
let signedIn: { educator: StorageState; customer: StorageState };

const storageOf = async (person: WatchedPage): Promise<StorageState> => {
  const state = await person.page.context().storageState();
  await person.close();
  return state;
};

beforeAll(async () => {
  app = await startApp();
  const [one, other] = await Promise.all([signInEducator(app.url), signInCustomer(app.url)]);
  signedIn = { educator: await storageOf(one), customer: await storageOf(other) };
});
afterAll(() => app.close());

const room = (page: Page) => page.getByRole('tabpanel');
const message = (page: Page, text: string): Locator =>
  room(page).getByRole('article').filter({ hasText: text });
const compose = (page: Page) => page.getByRole('form', { name: 'New message' }).getByRole('textbox');
const write = async (page: Page, text: string) => {
  await compose(page).fill(text);
  await compose(page).press('Enter');
  await message(page, text).waitFor();
};
const distanceToEnd = (page: Page) =>
  room(page).evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop);
const stored = async (text: string) =>
  (
    await app.database.pool.query(
      'select message, user_id, image_url, is_edited, is_deleted from chat_messages where message = $1',
      [text],
    )
  ).rows;
/** Messages of an hour ago, one second apart. */
const fill = (roomName: string, prefix: string, count: number) =>
  app.database.pool.query(
    `insert into chat_messages (room_id, user_id, user_name, user_role, message, created_at, updated_at)
     select r.id, 'edu-1', 'Educator name', 'educator', $2 || ' ' || n, at, at
     from chat_rooms r, generate_series(1, $3::int) n,
       lateral (select now() - interval '1 hour' + n * interval '1 second' as at) t
     where r.name = $1`,
    [roomName, prefix, count],
  );
const clear = () => app.database.pool.query('delete from chat_messages');
const open = async ({ page }: WatchedPage, path: string) => {
  await page.goto(path);
  await page.getByText('Live', { exact: true }).first().waitFor();
  await room(page).waitFor();
};

beforeEach(async () => {
  [educator, customer] = await Promise.all([
    openPage(app.url, '/terms', { storageState: signedIn.educator }),
    openPage(app.url, '/terms', { storageState: signedIn.customer }),
  ]);
});
afterEach(async () => {
  const faults = [...educator.faults, ...customer.faults];
  await Promise.all([educator.close(), customer.close()]);
  expect(faults).toEqual([]);
});

describe('the rooms', () => {
  it('are two, the first selected, each with its own messages; an educator sees their own alone', async () => {
    await app.database.pool.query(`insert into chat_rooms (name) values ('Kitchen') on conflict do nothing`);
    await open(customer, '/customer/chat');
    const { page } = customer;
    const tabs = page.getByRole('tab');
    expect(await tabs.allInnerTexts()).toEqual(['Leverage Ideas', 'Exchange Ideas']);
    expect(await tabs.first().getAttribute('aria-selected')).toBe('true');
    await message(page, 'Gold: two rejections').waitFor();
    await message(page, 'Dollar soft').waitFor();
    expect(await page.getByText('Read-only channel - Educators share').isVisible()).toBe(true);
    expect(await page.getByRole('textbox').count()).toBe(0);

    await tabs.first().focus();
    await page.keyboard.press('ArrowRight');
    await message(page, 'SHIB').waitFor();
    expect(await message(page, 'Gold').count()).toBe(0);

    await open(educator, '/educator/chat');
    await message(educator.page, 'Dollar soft').waitFor();
    expect(await message(educator.page, 'Gold').count()).toBe(0);

    await page.getByRole('link', { name: 'Back to dashboard' }).click();
    await page.waitForURL('**/customer/dashboard');
  });

  it('that cannot be loaded say so, and load when asked again', async () => {
    const { page } = customer;
    await page.route('**/api/chat/rooms/*/messages**', (route) => route.abort());
    await page.goto('/customer/chat');
    await page.getByText("Couldn't load.").waitFor();
    await page.unroute('**/api/chat/rooms/*/messages**');
    await page.getByRole('button', { name: 'Retry' }).click();
    await message(page, 'Gold').waitFor();
  });
});

describe('a message', () => {
  it('is read as it is written, edited and deleted, without a reload', async () => {
    await open(customer, '/customer/chat');
    await open(educator, '/educator/chat');
    const { page } = educator;
    const text = `Look at https://example.com/chart. <b>Not bold</b>`;
    await compose(page).fill('Look at https://example.com/chart.');
    await compose(page).press('Shift+Enter');
    await compose(page).pressSequentially('<b>Not bold</b>');
    await compose(page).press('Enter');
    const seen = message(customer.page, '<b>Not bold</b>');
    await seen.waitFor();
    expect(text).toContain(await seen.getByRole('link').innerText());
    expect(await seen.getByRole('link').getAttribute('href')).toBe('https://example.com/chart');
    expect(await seen.locator('b').count()).toBe(0);
    expect(await seen.locator('time').innerText()).toBe('Now');
    expect(await compose(page).inputValue()).toBe('');

    const own = message(page, '<b>Not bold</b>');
    await own.getByRole('button', { name: 'Edit message' }).click();
    const field = page.getByRole('form', { name: 'Edit message' }).getByRole('textbox');
    await field.fill('   ');
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await field.fill('Said better');
    await page.getByRole('button', { name: 'Save' }).click();
    await message(customer.page, 'Said better').getByText('(edited)').waitFor();
    expect(await stored('Said better')).toMatchObject([{ is_edited: true, user_id: 'edu-1' }]);

    await message(page, 'Said better').getByRole('button', { name: 'Delete message' }).click();
    await page.getByText('Are you sure you want to delete this message?').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await message(customer.page, 'Said better').count()).toBe(1);
    await message(page, 'Said better').getByRole('button', { name: 'Delete message' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Message deleted successfully!').first().waitFor();
    await message(customer.page, 'Said better').waitFor({ state: 'detached' });
    await message(page, 'Said better').waitFor({ state: 'detached' });
    expect(await stored('Said better')).toMatchObject([{ is_deleted: true }]);
  });

  it('is not lost when sending fails, and is sent once by a second try, after a reload too', async () => {
    await open(educator, '/educator/chat');
    const { page } = educator;
    const text = 'Sent twice, said once';
    // The server takes the first request, but its answer never arrives.
    await page.route('**/api/chat/rooms/*/messages', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      await route.abort();
    });
    await compose(page).fill(text);
    await compose(page).press('Enter');
    await page.getByText('Network error. Please try again.').waitFor();
    expect(await compose(page).inputValue()).toBe(text);
    await page.unroute('**/api/chat/rooms/*/messages');
    await page.reload();
    expect(await compose(page).inputValue()).toBe(text);
    await compose(page).press('Enter');
    await expect.poll(() => compose(page).inputValue()).toBe('');
    expect(await stored(text)).toHaveLength(1);
  });

  it('that is empty is not sent, and a failed deletion is told', async () => {
    await open(educator, '/educator/chat');
    const { page } = educator;
    let posts = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/chat/')) posts++;
    });
    await compose(page).fill('  ');
    await compose(page).press('Enter');
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    expect(posts).toBe(0);

    await page.route('**/api/chat/messages/*', (route) => route.abort());
    await message(page, 'Dollar soft').getByRole('button', { name: 'Delete message' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Delete failed: Network error. Please try again.').first().waitFor();
    await message(page, 'Dollar soft').waitFor();
  });

  it('may be an image alone, which opens larger', async () => {
    await open(customer, '/customer/chat');
    await open(educator, '/educator/chat');
    const { page } = educator;
    await page
      .getByLabel('Add image')
      .setInputFiles({ name: 'chart.jpg', mimeType: 'image/jpeg', buffer: await jpeg(640, 400) });
    await page.getByRole('button', { name: 'Remove image' }).waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    const seen = message(customer.page, 'Shared an image');
    await seen.getByRole('button', { name: /show larger/ }).click();
    const large = customer.page.getByRole('dialog').getByRole('img');
    await large.waitFor();
    expect(await large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
    expect(await stored('Shared an image')).toMatchObject([
      { image_url: expect.stringMatching(/^\/media\//) },
    ]);
    await page.getByRole('button', { name: 'Remove image' }).waitFor({ state: 'detached' });
  });
});

describe('a reader', () => {
  beforeEach(async () => {
    await clear();
  });

  it('in an empty room reads No messages yet, then the first one', async () => {
    await open(customer, '/customer/chat');
    await customer.page.getByText('No messages yet').waitFor();
    await open(educator, '/educator/chat');
    await write(educator.page, 'The very first');
    await message(customer.page, 'The very first').waitFor();
  });

  it('at the end sees what comes; further up they are not moved, and a pill leads to it', async () => {
    await fill('Leverage Ideas', 'Earlier', 60);
    await open(customer, '/customer/chat');
    await open(educator, '/educator/chat');
    const { page } = customer;
    await message(page, 'Earlier 60').waitFor();
    expect(await distanceToEnd(page)).toBeLessThan(2);
    await write(educator.page, 'Seen at once');
    await message(page, 'Seen at once').waitFor();
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);

    await room(page).evaluate((box) => box.scrollBy(0, -900));
    const before = await room(page).evaluate((box) => box.scrollTop);
    for (const text of ['One', 'Two', 'Three']) await write(educator.page, `Missed ${text}`);
    const pill = page.getByRole('button', { name: /3 new/ });
    await pill.waitFor();
    expect(await room(page).evaluate((box) => box.scrollTop)).toBe(before);
    await pill.click();
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
    await pill.waitFor({ state: 'detached' });
  });

  it('finds a line where they left off', async () => {
    await fill('Leverage Ideas', 'Known', 3);
    await open(customer, '/customer/chat');
    const { page } = customer;
    await message(page, 'Known 3').waitFor();
    expect(await page.getByText('New since you left').count()).toBe(0);
    await page.goto('/customer/dashboard');
    await open(educator, '/educator/chat');
    await write(educator.page, 'While you were away');
    await open(customer, '/customer/chat');
    await page.getByText('New since you left').waitFor();
    const order = await room(page).innerText();
    expect(order.indexOf('Known 3')).toBeLessThan(order.indexOf('New since you left'));
    expect(order.indexOf('New since you left')).toBeLessThan(order.indexOf('While you were away'));
    await page.reload();
    await message(page, 'While you were away').waitFor();
    expect(await page.getByText('New since you left').count()).toBe(0);
  });

  it('with more news than the window holds starts where they left off', async () => {
    await fill('Leverage Ideas', 'Known', 3);
    await open(customer, '/customer/chat');
    const { page } = customer;
    await message(page, 'Known 3').waitFor();
    await page.goto('/customer/dashboard');
    await app.database.pool.query(
      `insert into chat_messages (room_id, user_id, user_name, user_role, message, created_at, updated_at)
       select id, 'edu-2', 'Educator name', 'educator', 'News ' || n, now() + n * interval '1 millisecond', now()
       from chat_rooms, generate_series(1, 30) n where name = 'Leverage Ideas'`,
    );
    await open(customer, '/customer/chat');
    await page.getByText('New since you left').waitFor();
    await page.getByRole('button', { name: /30 new/ }).waitFor();
    const line = await page.getByText('New since you left').boundingBox();
    expect(line?.y).toBeLessThan(400);
  });

  it('scrolls up through 120 messages in pages, each once, and nothing jumps', async () => {
    await fill('Leverage Ideas', 'Number', 120);
    await open(customer, '/customer/chat');
    const { page } = customer;
    await message(page, 'Number 120').waitFor();
    const count = () => room(page).getByRole('article').count();
    await expect.poll(count).toBe(50);
    let answered = 0;
    await page.route('**/messages?cursor=*', async (route) => {
      const response = await route.fetch();
      // Long enough to see whether the reader is moved when it arrives.
      await new Promise((resolve) => setTimeout(resolve, 300));
      answered++;
      await route.fulfill({ response });
    });
    const firstShown = () => room(page).getByRole('article').first().getAttribute('data-message');
    const topOf = (id: string | null) =>
      room(page).evaluate(
        (box, of) =>
          (box.querySelector(`[data-message="${of}"]`)?.getBoundingClientRect().top ?? Number.NaN) -
          box.getBoundingClientRect().top,
        id,
      );
    for (const [pages, total] of [
      [1, 100],
      [2, 120],
    ] as const) {
      await room(page).evaluate((box) => box.scrollTo(0, 0));
      const first = await firstShown();
      const before = await topOf(first);
      await expect.poll(() => answered).toBe(pages);
      await expect.poll(count).toBe(total);
      expect(Math.abs((await topOf(first)) - before)).toBeLessThan(2);
    }
    const texts = await room(page).getByRole('article').locator('p.whitespace-pre-line').allInnerTexts();
    expect(texts).toEqual(Array.from({ length: 120 }, (_, index) => `Number ${index + 1}`));
    await page.getByText('The room begins here').waitFor();
  });

  it('gives hearts and likes that outlive a reload, and takes them back', async () => {
    await fill('Leverage Ideas', 'Liked', 1);
    await open(customer, '/customer/chat');
    const { page } = customer;
    const button = (name: string) => message(page, 'Liked 1').getByRole('button', { name });
    await button('Heart, 0').click();
    await button('Like, 0').click();
    await button('Like, 1').click();
    await page.reload();
    await button('Heart, 1').waitFor();
    expect(await button('Heart, 1').getAttribute('aria-pressed')).toBe('true');
    expect(await button('Like, 0').getAttribute('aria-pressed')).toBe('false');
  });
});

describe('notifications', () => {
  const undecided = (page: Page) =>
    page.addInitScript(() => {
      const asked = { times: 0 };
      Object.assign(window, { asked });
      const stub = {
        permission: 'default',
        requestPermission: async () => {
          asked.times++;
          return 'granted';
        },
      };
      Object.defineProperty(window, 'Notification', { value: stub, configurable: true });
    });
  const question = (page: Page) => page.getByRole('region', { name: 'Notifications' });

  it('are asked about in the page; the browser is asked by the button alone, and a no is remembered', async () => {
    const { page } = customer;
    await undecided(page);
    await open(customer, '/customer/chat');
    await question(page).getByRole('button', { name: 'Not now' }).click();
    await question(page).waitFor({ state: 'detached' });
    await page.reload();
    await room(page).waitFor();
    expect(await question(page).count()).toBe(0);
    expect(await page.evaluate(() => (window as unknown as { asked: { times: number } }).asked.times)).toBe(
      0,
    );

    await undecided(educator.page);
    await open(educator, '/customer/chat');
    await question(educator.page).getByRole('button', { name: 'Allow' }).click();
    // What follows a yes is in e2e/push.
    await expect
      .poll(() =>
        educator.page.evaluate(() => (window as unknown as { asked: { times: number } }).asked.times),
      )
      .toBe(1);
  });
});
