import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { addReadingState, getReadingState } from '../../../contract/ideas/reading.ts';
import { message, openChat, waitUntilRead } from '../../testing/chat-page.ts';
import { FakeChat } from '../../testing/fake-chat.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { FakeReader } from '../../testing/fake-reader.ts';
import { openApp, reloadApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectLive, expectShown, lookAgain } from '../../testing/page.ts';

/** What was seen and read, the same on all devices of an account. */
let ideas: FakeIdeas;
let reader: FakeReader;
beforeEach(() => {
  ideas = new FakeIdeas(server());
  reader = new FakeReader(server(), ideas);
});
/** What is unsent is sent at once, as when the network returns. */
const sendNow = () => window.dispatchEvent(new Event('online'));
const unsent = () => Object.entries(localStorage).find(([name]) => name.startsWith('unsentReading:'))?.[1];

it('waits for what the account has read on a device that opens a channel first', async () => {
  const chat = new FakeChat(server());
  chat.addEarlier('Read at home', 1);
  const [read] = chat.rows.values();
  reader.rooms.set(read!.room_id, { room_id: read!.room_id, created_at: read!.created_at, id: read!.id });
  reader.markets.add('Forex').add('Crypto');
  chat.send({ message: 'Written since' });
  const answering = server().hold(getReadingState);
  await openChat('/customer/chat');
  await expectShown(message('Written since'));
  await answering.asked;
  // Nothing is stored as read before the account's state is known.
  expect(unsent() ?? '').not.toContain(read!.room_id);
  answering.release();
  await expectShown(page.getByText('New messages', { exact: true }));
  await waitUntilRead();
});

it('keeps what was seen until the server has it, also over a reload (§4.16)', async () => {
  reader.markets.add('Forex').add('Crypto');
  const { id } = ideas.publish({ pair: 'EUR/NOK' });
  const { repair } = server().fail(addReadingState);
  await openApp('/customer/forex');
  await expect.poll(unsent).toContain(id);
  await expect.poll(() => server().callsOf(addReadingState).length).toBeGreaterThan(0);
  reloadApp();
  await expectShown(page.getByRole('button', { name: 'Notifications', exact: true }));
  expect(reader.ideas.size).toBe(0);
  repair();
  await expect
    .poll(() => {
      sendNow();
      return reader.ideas.get(id);
    })
    .toMatchObject({ viewed: true, read: { version: 1 } });
  await expect.poll(unsent).toBe('{"markets":[],"ideas":[],"rooms":[]}');
});

it('counts as seen what another device has seen, before or while the page is open (§4.16)', async () => {
  reader.markets.add('Forex').add('Crypto');
  const { id } = ideas.publish({ pair: 'EUR/NOK' });
  reader.ideas.set(id, { id, viewed: true, read: null });
  const second = ideas.publish({ pair: 'CHF/NOK' });
  await openApp('/customer/dashboard');
  const bell = (name: string) => page.getByRole('button', { name, exact: true });
  await expectShown(bell('Notifications, 1 new'));
  reader.ideas.set(second.id, { id: second.id, viewed: false, read: null });
  lookAgain();
  await expectShown(bell('Notifications'));
});

it('offers notifications on the markets once an idea was viewed, until declined (§2.37)', async () => {
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => 'granted' });
  const question = page.getByRole('region', { name: 'Notifications' });
  const openMarkets = async () => {
    await openApp('/customer/dashboard');
    await expectLive();
    await expectShown(page.getByText('Important Disclaimer'));
  };
  await openMarkets();
  await expectGone(question);
  const { id } = ideas.publish({ pair: 'AUD/NOK' });
  await openApp(`/ideas/${id}`);
  await expectShown(page.getByRole('heading', { level: 1, name: 'AUD/NOK' }));
  await openMarkets();
  await question.getByRole('button', { name: 'Not now' }).click();
  await expectGone(question);
  await openMarkets();
  await expectGone(question);
});
