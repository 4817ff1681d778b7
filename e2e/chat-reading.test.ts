import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { jpeg } from '../server/testing/media-files.ts';
import {
  chat,
  deleteMessages,
  distanceToEnd,
  insertMessages,
  message,
  open,
  room,
  setUpRooms,
  waitUntilRead,
  write,
} from './chat-rooms.ts';
import { failUntilRetry } from './held-calls.ts';
import { createKeyboard } from './keyboard.ts';
import { BLANK_PATH, setUpPeople, signInCustomer, signInEducator } from './people.ts';

/** Channels for their readers (SPEC §2, customer chat). */
setUpRooms();
const watched = setUpPeople();

describe('the rooms', () => {
  it('shows two rooms with their own messages, the first one selected; an educator sees only their own messages', async () => {
    await chat.app.database.pool.query(
      `insert into chat_rooms (name) values ('Kitchen') on conflict do nothing`,
    );
    await open(chat.customer, '/customer/chat');
    const { page } = chat.customer;
    const tabs = page.getByRole('tab');
    await expect.poll(() => tabs.allInnerTexts()).toEqual(['Leverage Ideas', 'Exchange Ideas']);
    const leverage = page.getByRole('tab', { name: 'Leverage Ideas' });
    await expect.poll(() => leverage.getAttribute('aria-selected')).toBe('true');
    await message(page, 'Gold: two rejections').waitFor();
    await message(page, 'Dollar soft').waitFor();
    await expect.poll(() => page.getByText('Read-only channel - Educators share').isVisible()).toBe(true);
    await expect.poll(() => page.getByRole('textbox').count()).toBe(0);

    await leverage.focus();
    await page.keyboard.press('ArrowRight');
    await message(page, 'SHIB').waitFor();
    await expect.poll(() => message(page, 'Gold').count()).toBe(0);

    await open(chat.educator, '/educator/chat');
    await message(chat.educator.page, 'Dollar soft').waitFor();
    await expect.poll(() => message(chat.educator.page, 'Gold').count()).toBe(0);

    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.waitForURL('**/customer/dashboard');
  });

  it('keeps the selected room in the address, and follows a message in the bell to the other one', async () => {
    await open(chat.customer, '/customer/chat');
    const { page } = chat.customer;
    const tab = (name: string) => page.getByRole('tab', { name, selected: true });
    await page.getByRole('tab', { name: 'Exchange Ideas' }).click();
    await message(page, 'SHIB').waitFor();
    await page.reload();
    await tab('Exchange Ideas').waitFor();
    await open(chat.educator, '/educator/chat');
    await write(chat.educator.page, 'for the other room');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Notifications' });
    await dialog.getByRole('listitem').filter({ hasText: 'for the other room' }).getByRole('link').click();
    await tab('Leverage Ideas').waitFor();
    await message(page, 'for the other room').waitFor();
  });

  it('shows at least five short messages on a phone', async () => {
    await insertMessages('Leverage Ideas', 'Short message', 8);
    const phone = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };
    for (const person of [
      signInCustomer(chat.app.url, { ...phone, path: '/customer/chat' }),
      signInEducator(chat.app.url, '1', { ...phone, path: '/educator/chat' }),
    ]) {
      const page = await watched(person);
      const prompt = page.getByRole('button', { name: 'Not now' });
      await message(page, 'Short message 8').waitFor();
      if (await prompt.isVisible()) await prompt.click();
      const countVisible = () =>
        room(page).evaluate((panel) => {
          const { top, bottom } = panel.getBoundingClientRect();
          const boxes = [...panel.querySelectorAll('article')].map((one) => one.getBoundingClientRect());
          return boxes.filter((box) => box.top >= top && box.bottom <= bottom).length;
        });
      await expect.poll(countVisible).toBeGreaterThanOrEqual(5);
      await expect.poll(() => page.evaluate(() => innerHeight)).toBe(800);
    }
    await chat.app.database.pool.query(`delete from chat_messages where message like 'Short message%'`);
  });

  it('shows an error when the rooms cannot be loaded, and loads them after Retry', async () => {
    const { page } = chat.customer;
    await failUntilRetry(page, '**/api/chat/rooms/*/messages**');
    await page.goto('/customer/chat');
    await page.getByText("Couldn't load.").waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await message(page, 'Gold').waitFor();
  });
});

describe('a reader', () => {
  beforeEach(async () => {
    await deleteMessages();
  });

  it('shows No messages yet in an empty channel, then the first message', async () => {
    await open(chat.customer, '/customer/chat');
    await chat.customer.page.getByText('No messages yet').waitFor();
    await open(chat.educator, '/educator/chat');
    await write(chat.educator.page, 'The very first');
    await message(chat.customer.page, 'The very first').waitFor();
  });

  it('shows new messages at the end; further up nothing moves and a button leads to them', async () => {
    await insertMessages('Leverage Ideas', 'Earlier', 60);
    await open(chat.customer, '/customer/chat');
    await open(chat.educator, '/educator/chat');
    const { page } = chat.customer;
    await message(page, 'Earlier 60').waitFor();
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
    await write(chat.educator.page, 'Seen at once');
    await message(page, 'Seen at once').waitFor();
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);

    await room(page).evaluate((box) => box.scrollBy(0, -900));
    const before = await room(page).evaluate((box) => box.scrollTop);
    for (const text of ['One', 'Two', 'Three']) await write(chat.educator.page, `Missed ${text}`);
    const pill = page.getByRole('button', { name: /3 new/ });
    await pill.waitFor();
    await expect.poll(() => room(page).evaluate((box) => box.scrollTop)).toBe(before);
    await pill.click();
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
    await pill.waitFor({ state: 'detached' });
  });

  it('shows a line before the first new message', async () => {
    await insertMessages('Leverage Ideas', 'Known', 3);
    await open(chat.customer, '/customer/chat');
    const { page } = chat.customer;
    await message(page, 'Known 3').waitFor();
    await waitUntilRead(page);
    await expect.poll(() => page.getByText('New messages').count()).toBe(0);
    await page.goto('/customer/dashboard');
    await open(chat.educator, '/educator/chat');
    await write(chat.educator.page, 'While you were away');
    await open(chat.customer, '/customer/chat');
    await page.getByText('New messages').waitFor();
    const order = await room(page).innerText();
    expect(order.indexOf('Known 3')).toBeLessThan(order.indexOf('New messages'));
    expect(order.indexOf('New messages')).toBeLessThan(order.indexOf('While you were away'));
    await page.reload();
    await message(page, 'While you were away').waitFor();
    await expect.poll(() => page.getByText('New messages').count()).toBe(0);
  });

  it('starts at the line when more messages are new than fit', async () => {
    await insertMessages('Leverage Ideas', 'Known', 3);
    await open(chat.customer, '/customer/chat');
    const { page } = chat.customer;
    await message(page, 'Known 3').waitFor();
    await waitUntilRead(page);
    await page.goto('/customer/dashboard');
    await chat.app.database.pool.query(
      `insert into chat_messages (room_id, user_id, user_name, user_role, message, created_at, updated_at)
       select id, 'edu-2', 'Educator name', 'educator', 'News ' || n, now() + n * interval '1 millisecond', now()
       from chat_rooms, generate_series(1, 30) n where name = 'Leverage Ideas'`,
    );
    await open(chat.customer, '/customer/chat');
    await page.getByText('New messages').waitFor();
    await page.getByRole('button', { name: /30 new/ }).waitFor();
    const line = await page.getByText('New messages').boundingBox();
    expect(line?.y).toBeLessThan(400);
  });

  it('loads 120 messages page by page while scrolling up, without duplicates or jumps', async () => {
    await insertMessages('Leverage Ideas', 'Number', 120);
    await open(chat.customer, '/customer/chat');
    const { page } = chat.customer;
    await message(page, 'Number 120').waitFor();
    const count = () => room(page).getByRole('article').count();
    await expect.poll(count).toBe(50);
    let answered = 0;
    await page.route('**/messages?cursor=*', async (route) => {
      const response = await route.fetch();
      // Long enough to see whether the scroll position moves when it arrives.
      await new Promise((resolve) => setTimeout(resolve, 300));
      answered++;
      await route.fulfill({ response });
    });
    const firstShown = () => room(page).getByRole('article').first().getAttribute('data-message');
    const readTop = (id: string | null) =>
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
      const before = await readTop(first);
      await expect.poll(() => answered).toBe(pages);
      await expect.poll(count).toBe(total);
      expect(Math.abs((await readTop(first)) - before)).toBeLessThan(2);
    }
    const texts = await room(page).getByRole('article').locator('p.whitespace-pre-line').allInnerTexts();
    expect(texts).toEqual(Array.from({ length: 120 }, (_, index) => `Number ${index + 1}`));
    await page.getByText('This is the start of the channel').waitFor();
  });

  it('reaches the top with Home while older messages are loading', async () => {
    await insertMessages('Leverage Ideas', 'Number', 120);
    await open(chat.customer, '/customer/chat');
    const { page } = chat.customer;
    await message(page, 'Number 120').waitFor();
    let loadOlder = () => {};
    const isAtTop = new Promise<void>((resolve) => {
      loadOlder = resolve;
    });
    await page.route('**/messages?cursor=*', async (route) => {
      await isAtTop;
      await route.continue();
    });
    await room(page).focus();
    await page.keyboard.press('Home');
    await room(page).getByText('Loading older messages').waitFor({ state: 'attached' });
    await expect.poll(() => room(page).evaluate((box) => box.scrollTop)).toBe(0);
    loadOlder();
    await expect.poll(() => room(page).getByRole('article').count()).toBe(100);
  });

  it('adds hearts and likes that survive a reload, and removes them', async () => {
    await insertMessages('Leverage Ideas', 'Liked', 1);
    await open(chat.customer, '/customer/chat');
    const { page } = chat.customer;
    const button = (name: string) => message(page, 'Liked 1').getByRole('button', { name });
    await button('Heart, 0').click();
    await button('Like, 0').click();
    await button('Like, 1').click();
    await page.reload();
    await button('Heart, 1').waitFor();
    await expect.poll(() => button('Heart, 1').getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => button('Like, 0').getAttribute('aria-pressed')).toBe('false');
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

  it('offers notifications in the page; only the button opens the browser prompt, and a refusal is stored', async () => {
    const page = await watched(signInCustomer(chat.app.url, { path: BLANK_PATH }));
    await undecided(page);
    await open({ page }, '/customer/chat');
    await question(page).getByRole('button', { name: 'Not now' }).click();
    await question(page).waitFor({ state: 'detached' });
    await page.reload();
    await room(page).waitFor();
    await expect.poll(() => question(page).count()).toBe(0);
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { asked: { times: number } }).asked.times))
      .toBe(0);

    const other = await watched(signInEducator(chat.app.url, '1', { path: BLANK_PATH }));
    await undecided(other);
    await open({ page: other }, '/customer/chat');
    await question(other).getByRole('button', { name: 'Allow' }).click();
    // What follows a yes is tested in e2e/push.
    await expect
      .poll(() => other.evaluate(() => (window as unknown as { asked: { times: number } }).asked.times))
      .toBe(1);
  });
});

describe('with the keyboard alone', () => {
  it('lets a reader select a channel, load older messages, open an image and add a heart and a like by keyboard', async () => {
    await deleteMessages();
    await insertMessages('Exchange Ideas', 'Number', 80);
    await chat.app.database.pool.query(
      `update chat_messages set message = 'The newest', image_url = '/media/0123456789abcdef0123456789abcdef.jpg'
       where message = 'Number 80'`,
    );
    const { page } = chat.customer;
    const body = await jpeg(640, 400);
    await page.route('**/media/*.jpg', (route) => route.fulfill({ contentType: 'image/jpeg', body }));
    await open(chat.customer, '/customer/chat');
    const { press, tabTo, use, expectFocus } = createKeyboard(page);

    await tabTo(page.getByRole('tab', { name: 'Leverage Ideas' }));
    await press('ArrowRight');
    await expectFocus(page.getByRole('tab', { name: 'Exchange Ideas' }));
    const newest = message(page, 'The newest');
    await newest.waitFor();

    await tabTo(room(page));
    await press('Home');
    await room(page).getByText('This is the start of the channel').waitFor({ state: 'attached' });
    await expectFocus(room(page));
    await press('Home');
    await expect.poll(() => room(page).evaluate((box) => box.scrollTop)).toBe(0);
    // The button precedes the messages in the tab order and leads back to them.
    await tabTo(page.getByRole('button', { name: 'Jump to latest' }), 'back');
    await press('Enter');
    await expectFocus(room(page));
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);

    const image = newest.getByRole('button', { name: /full size/ });
    await use(image);
    const large = page.getByRole('dialog', { name: /^Image from/ });
    await large.getByRole('img').waitFor();
    await expectFocus(large.getByRole('button', { name: 'Close' }));
    await press('Escape');
    await large.waitFor({ state: 'detached' });
    await expectFocus(image);

    await use(newest.getByRole('button', { name: 'Heart, 0' }), 'Space');
    await expectFocus(newest.getByRole('button', { name: 'Heart, 1', pressed: true }));
    await use(newest.getByRole('button', { name: 'Like, 0' }));
    await expectFocus(newest.getByRole('button', { name: 'Like, 1', pressed: true }));
    await press('Enter');
    await expectFocus(newest.getByRole('button', { name: 'Like, 0', pressed: false }));
  });

  it('keeps the focus near a focused message that its author deletes', async () => {
    await deleteMessages();
    await open(chat.educator, '/educator/chat');
    for (const text of ['First', 'Second', 'Third']) await write(chat.educator.page, text);
    await open(chat.customer, '/customer/chat');
    const { page } = chat.customer;
    const { tabTo, expectFocus, press } = createKeyboard(page);
    await tabTo(message(page, 'Second').getByRole('button', { name: /^Like/ }));
    await message(chat.educator.page, 'Second').getByRole('button', { name: 'Delete message' }).click();
    await chat.educator.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await message(page, 'Second').waitFor({ state: 'detached' });
    await expectFocus(message(page, 'Third'));
    await press('Tab');
    await expectFocus(message(page, 'Third').getByRole('button', { name: /^Heart/ }));
  });
});
