import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { listMessages } from '../../contract/chat/chat.ts';
import { listNews } from '../../contract/notifications/news.ts';
import {
  box,
  distanceToEnd,
  message,
  messages,
  openChat,
  room,
  tab,
  waitUntilRead,
} from '../testing/chat-page.ts';
import { FakeChat } from '../testing/fake-chat.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { expectFocus, press, tabTo, use } from '../testing/keyboard.ts';
import { customer, educator, openApp, reloadApp, server } from '../testing/open-app.tsx';
import { expectGone, expectShown, measure, readTexts } from '../testing/page.ts';

/** Channels for their readers (SPEC §2, customer chat). */
let chat: FakeChat;
beforeEach(() => {
  // Noon: messages of an hour ago are of today, below one date.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 12) });
  // The header counts ideas.
  new FakeIdeas(server());
  chat = new FakeChat(server());
});

const CUSTOMER_CHAT = '/customer/chat';
const addOfOthers = () => {
  chat.addEarlier('Gold: two rejections', 1, { user_id: 'edu-4', user_name: 'Someone' });
  chat.addEarlier('SHIB', 1, { room_id: chat.rooms[1]!.id });
  chat.addEarlier('Dollar soft', 1);
};
const tellOfNews = (text: string) => {
  const { room_id, user_name, created_at } = chat.send({ message: text });
  const news = { id: 'news', at: created_at, is_unread: true, kind: 'message' as const };
  const { id, name } = chat.rooms.find((one) => one.id === room_id)!;
  server().on(listNews, () => [{ ...news, room: { id, name }, author: user_name, text }]);
};
/** Loads a page as a link from elsewhere does: lists are fetched again. */
const visit = (path: string) => {
  history.pushState(null, '', path);
  reloadApp();
};

describe('the rooms', () => {
  it('shows two rooms with their own messages to readers, the first one selected (§2.79, §2.80, §2.84, §9.19)', async () => {
    chat.rooms.push({ ...chat.rooms[0]!, id: '00000000-0000-4000-8000-0000000000aa', name: 'Kitchen' });
    addOfOthers();
    await openChat(CUSTOMER_CHAT);
    await expect.poll(() => readTexts(page.getByRole('tab'))).toEqual(['Leverage Ideas', 'Exchange Ideas']);
    await expect.element(tab('Leverage Ideas')).toHaveAttribute('aria-selected', 'true');
    await expectShown(message('Gold: two rejections'));
    await expectShown(message('Dollar soft'));
    await expectShown(page.getByText('Read-only channel - Educators share'));
    await expectGone(page.getByRole('textbox'));
    (tab('Leverage Ideas').element() as HTMLElement).focus();
    await press('ArrowRight');
    await expectShown(message('SHIB'));
    await expectGone(message('Gold'));
  });

  it('shows an educator only their own messages (§6.4)', async () => {
    addOfOthers();
    await openChat('/educator/chat', { as: educator });
    await expectShown(message('Dollar soft'));
    await expectGone(message('Gold'));
  });

  it("says who wrote a message, with the educator's specialty and the time (§2.81)", async () => {
    chat.addEarlier('Dollar soft', 1);
    await openChat(CUSTOMER_CHAT);
    await expectShown(message('Dollar soft').getByText('Daniel Brandt'));
    await expectShown(message('Dollar soft').getByText('Trading', { exact: true }));
    await expectShown(message('Dollar soft').getByText('11:00'));
    chat.send({ message: 'Just written' });
    await expectShown(message('Just written').getByText('Now', { exact: true }));
  });

  it('says what to select where there is no channel (§2.83)', async () => {
    chat.rooms.length = 0;
    await openApp(CUSTOMER_CHAT);
    await expectShown(page.getByText('Select a channel to view educator insights'));
  });

  it('leads back to the dashboard (§2.78)', async () => {
    await openChat(CUSTOMER_CHAT);
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect.poll(() => location.pathname).toBe('/customer/dashboard');
  });

  it('keeps the selected room in the address, and follows a message in the bell to the other one', async () => {
    addOfOthers();
    const selected = (name: string) => page.getByRole('tab', { name, selected: true });
    await openChat(CUSTOMER_CHAT);
    await tab('Exchange Ideas').click();
    await expectShown(message('SHIB'));
    reloadApp();
    await expectShown(selected('Exchange Ideas'));
    await expectShown(message('SHIB'));
    tellOfNews('for the other room');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Notifications' });
    await dialog.getByRole('listitem').filter({ hasText: 'for the other room' }).getByRole('link').click();
    await expectShown(selected('Leverage Ideas'));
    await expectShown(message('for the other room'));
  });

  it.each([
    [CUSTOMER_CHAT, customer],
    ['/educator/chat', educator],
  ])('shows at least five short messages of %s on a phone (§2.88)', async (path, as) => {
    const touch = (enabled: boolean) => cdp().send('Emulation.setTouchEmulationEnabled', { enabled });
    onTestFinished(() => touch(false).then(() => undefined));
    await touch(true);
    chat.addEarlier('Short message', 8);
    await openChat(path, { as, size: { width: 360, height: 800 } });
    await expectShown(message('Short message 8'));
    // Buttons are taller for fingers.
    expect(matchMedia('(pointer: coarse)').matches).toBe(true);
    const countVisible = () => {
      const { top, bottom } = measure(room());
      const boxes = messages()
        .elements()
        .map((one) => one.getBoundingClientRect());
      return boxes.filter((one) => one.top >= top && one.bottom <= bottom).length;
    };
    await expect.poll(countVisible).toBeGreaterThanOrEqual(5);
    expect(innerHeight).toBe(800);
  });

  it('shows an error when the messages cannot be loaded, and loads them after Retry', async () => {
    addOfOthers();
    server().failUntilPressed(listMessages);
    await openApp(CUSTOMER_CHAT);
    await expectShown(page.getByText("Couldn't load."));
    await page.getByRole('button', { name: 'Retry' }).click();
    await expectShown(message('Gold'));
  });

  it('says that Retry is under way until the answer is there', async () => {
    addOfOthers();
    const failure = server().fail(listMessages);
    await openApp(CUSTOMER_CHAT);
    const retry = page.getByRole('button', { name: 'Retry' });
    await expectShown(retry);
    failure.repair();
    const answer = server().hold(listMessages);
    await retry.click();
    await expect.element(retry).toHaveAttribute('aria-busy', 'true');
    answer.release();
    await expectShown(message('Gold'));
  });
});

describe('a reader', () => {
  it('shows No messages yet in an empty channel, then the first message (§2.83)', async () => {
    await openChat(CUSTOMER_CHAT);
    await expectShown(page.getByText('No messages yet'));
    chat.send({ message: 'The very first' });
    await expectShown(message('The very first'));
    await expectGone(page.getByText('No messages yet'));
  });

  it('hears of a message that arrives later, and of none that was there', async () => {
    chat.addEarlier('Earlier', 2);
    await openChat(CUSTOMER_CHAT);
    await expectShown(message('Earlier 2'));
    const announced = () => document.querySelector('main p[aria-live=polite]')?.textContent;
    expect(announced()).toBe('');
    chat.send({ message: 'Gold is up' });
    await expect.poll(announced).toMatch(/: Gold is up$/);
  });

  it('shows new messages at the end; further up nothing moves and a button leads to them (§2.85, §2.87)', async () => {
    chat.addEarlier('Earlier', 60);
    await openChat(CUSTOMER_CHAT);
    await expectShown(message('Earlier 60'));
    await expect.poll(distanceToEnd).toBeLessThan(2);
    chat.send({ message: 'Seen at once' });
    await expectShown(message('Seen at once'));
    await expect.poll(distanceToEnd).toBeLessThan(2);

    box().scrollBy(0, -900);
    const before = box().scrollTop;
    // The page knows that the reader left the end.
    await expectShown(page.getByRole('button', { name: 'Jump to latest' }));
    for (const text of ['One', 'Two', 'Three']) chat.send({ message: `Missed ${text}` });
    const pill = page.getByRole('button', { name: /3 new/ });
    await expectShown(pill);
    await expect.poll(() => box().scrollTop).toBe(before);
    await pill.click();
    await expect.poll(distanceToEnd).toBeLessThan(2);
    await expectGone(pill);
  });

  const readThenLeave = async () => {
    chat.addEarlier('Known', 3);
    await openChat(CUSTOMER_CHAT);
    await expectShown(message('Known 3'));
    await waitUntilRead();
    expect(page.getByText('New messages').query()).toBeNull();
    visit('/customer/dashboard');
    await expectShown(page.getByRole('link', { name: /Forex/ }).first());
  };

  it('stays at the end when the room becomes shorter before its last scroll is announced', async () => {
    chat.addEarlier('Earlier', 60);
    await openChat(CUSTOMER_CHAT);
    await expectShown(message('Earlier 60'));
    await expect.poll(distanceToEnd).toBeLessThan(2);
    box().style.maxHeight = `${box().clientHeight - 126}px`;
    box().dispatchEvent(new Event('scroll'));
    await expect.poll(distanceToEnd).toBeLessThan(2);
    await expectGone(page.getByRole('button', { name: 'Jump to latest' }));
  });

  it('shows a line before the first new message', async () => {
    await readThenLeave();
    chat.send({ message: 'While you were away' });
    visit(CUSTOMER_CHAT);
    await expectShown(page.getByText('New messages'));
    const order = box().textContent;
    expect(order.indexOf('Known 3')).toBeGreaterThan(-1);
    expect(order.indexOf('Known 3')).toBeLessThan(order.indexOf('New messages'));
    expect(order.indexOf('New messages')).toBeLessThan(order.indexOf('While you were away'));
    await waitUntilRead();
    reloadApp();
    await expectShown(message('While you were away'));
    await expectGone(page.getByText('New messages'));
  });

  it('starts at the line when more messages are new than fit', async () => {
    await readThenLeave();
    for (let number = 1; number <= 30; number++) {
      vi.setSystemTime(Date.now() + 1);
      chat.send({ message: `News ${number}` });
    }
    visit(CUSTOMER_CHAT);
    await expectShown(page.getByText('New messages'));
    await expectShown(page.getByRole('button', { name: /30 new/ }));
    const { y } = measure(page.getByText('New messages'));
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(400);
  });

  it('loads 120 messages page by page while scrolling up, without duplicates or jumps', async () => {
    chat.addEarlier('Number', 120);
    await openChat(CUSTOMER_CHAT);
    await expectShown(message('Number 120'));
    const count = () => messages().elements().length;
    await expect.poll(count).toBe(50);
    for (const total of [100, 120]) {
      const loading = server().hold(listMessages, 'after');
      box().scrollTo(0, 0);
      const first = messages().first().element();
      const readTop = () => first.getBoundingClientRect().top - box().getBoundingClientRect().top;
      const before = readTop();
      await loading.asked;
      await expect.poll(() => Math.abs(readTop() - before)).toBeLessThan(2);
      loading.release();
      await expect.poll(count).toBe(total);
      expect(first.isConnected).toBe(true);
      expect(Math.abs(readTop() - before)).toBeLessThan(2);
    }
    const cursors = server()
      .callsOf(listMessages)
      .filter(({ query: { cursor } }) => cursor);
    expect(cursors).toHaveLength(2);
    await expect
      .poll(() => readTexts(messages().getByCss('p.whitespace-pre-line')))
      .toEqual(Array.from({ length: 120 }, (_, index) => `Number ${index + 1}`));
    await expectShown(page.getByText('This is the start of the channel'));
  });

  it('reaches the top with Home while older messages are loading', async () => {
    chat.addEarlier('Number', 120);
    await openChat(CUSTOMER_CHAT);
    await expectShown(message('Number 120'));
    const loading = server().hold(listMessages);
    box().focus();
    await press('Home');
    await expect.element(room().getByText('Loading older messages')).toBeInTheDocument();
    await expect.poll(() => box().scrollTop).toBe(0);
    loading.release();
    await expect.poll(() => messages().elements().length).toBe(100);
  });

  it('adds hearts and likes that survive a reload, and removes them (§2.82)', async () => {
    chat.addEarlier('Liked', 1);
    await openChat(CUSTOMER_CHAT);
    const button = (name: string) => message('Liked 1').getByRole('button', { name });
    await button('Heart, 0').click();
    await button('Like, 0').click();
    await button('Like, 1').click();
    reloadApp();
    await expect.element(button('Heart, 1')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(button('Like, 0')).toHaveAttribute('aria-pressed', 'false');
  });
});

describe('the question about notifications', () => {
  const question = () => page.getByRole('region', { name: 'Notifications' });
  /** A browser whose permission is undecided. Returns its own prompt. */
  const beUndecided = () => {
    const requestPermission = vi.fn(() => Promise.resolve('granted'));
    vi.stubGlobal('Notification', { permission: 'default', requestPermission });
    return requestPermission;
  };

  it('stores a refusal without opening the prompt of the browser (§2.87)', async () => {
    const requestPermission = beUndecided();
    await openChat(CUSTOMER_CHAT);
    await question().getByRole('button', { name: 'Not now' }).click();
    await expectGone(question());
    reloadApp();
    await expectShown(room());
    await expectGone(question());
    expect(requestPermission).not.toHaveBeenCalled();
  });

  it('opens the prompt of the browser from its button (§2.86)', async () => {
    // What follows a yes is tested in e2e/push.
    const requestPermission = beUndecided();
    await openChat(CUSTOMER_CHAT);
    await expectShown(question());
    expect(requestPermission).not.toHaveBeenCalled();
    await question().getByRole('button', { name: 'Allow' }).click();
    await expect.poll(() => requestPermission.mock.calls.length).toBe(1);
  });
});

describe('with the keyboard alone', () => {
  it('lets a reader select a channel, load older messages and jump to the latest by keyboard', async () => {
    const room_id = chat.rooms[1]!.id;
    chat.addEarlier('Number', 79, { room_id });
    chat.addEarlier('The newest', 1, { room_id, created_at: new Date().toISOString() });
    await openChat(CUSTOMER_CHAT);
    await tabTo(tab('Leverage Ideas'));
    await press('ArrowRight');
    await expectFocus(tab('Exchange Ideas'));
    await expectShown(message('The newest'));

    await tabTo(room());
    await press('Home');
    await expect.element(room().getByText('This is the start of the channel')).toBeInTheDocument();
    await expectFocus(room());
    await press('Home');
    await expect.poll(() => box().scrollTop).toBe(0);
    // The button precedes the messages in the tab order and leads back to them.
    await tabTo(page.getByRole('button', { name: 'Jump to latest' }), 'back');
    await press('Enter');
    await expectFocus(room());
    await expect.poll(distanceToEnd).toBeLessThan(2);
  });

  it('lets a reader open an image and add a heart and a like by keyboard (§2.81)', async () => {
    chat.addEarlier('Number', 3);
    chat.addEarlier('The newest', 1, {
      image_url: '/media/0123456789abcdef0123456789abcdef.jpg',
      created_at: new Date().toISOString(),
    });
    await openChat(CUSTOMER_CHAT);
    const newest = message('The newest');
    const image = newest.getByRole('button', { name: /full size/ });
    await use(image);
    const large = page.getByRole('dialog', { name: /^Image from/ });
    await expectShown(large.getByRole('img'));
    await expectFocus(large.getByRole('button', { name: 'Close' }));
    await press('Escape');
    await expectGone(large);
    await expectFocus(image);

    const button = (name: string, pressed: boolean) => newest.getByRole('button', { name, pressed });
    await use(button('Heart, 0', false), 'Space');
    await expectFocus(button('Heart, 1', true));
    await use(button('Like, 0', false));
    await expectFocus(button('Like, 1', true));
    await press('Enter');
    await expectFocus(button('Like, 0', false));
  });

  it('keeps the focus near a focused message that its author deletes', async () => {
    for (const text of ['First', 'Second', 'Third']) {
      vi.setSystemTime(Date.now() + 1_000);
      chat.send({ message: text });
    }
    await openChat(CUSTOMER_CHAT);
    await tabTo(message('Second').getByRole('button', { name: /^Like/ }));
    chat.change(chat.withText('Second')[0]!.id, { is_deleted: true });
    await expectGone(message('Second'));
    await expectFocus(message('Third'));
    await press('Tab');
    await expectFocus(message('Third').getByRole('button', { name: /^Heart/ }));
  });
});
