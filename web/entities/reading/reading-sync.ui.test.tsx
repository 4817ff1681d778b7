import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getReadingState } from '../../../contract/reading.ts';
import { clearCachedData } from '../../shared/storage/session-reset.ts';
import { message, openChat, waitUntilRead } from '../../testing/chat-page.ts';
import { FakeChat } from '../../testing/fake-chat.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { FakeReader } from '../../testing/fake-reader.ts';
import { openApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown } from '../../testing/page.ts';

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
  expect(Object.keys(localStorage).filter((name) => name.startsWith('chatReadTo:'))).toEqual([]);
  answering.release();
  await expectShown(page.getByText('New messages', { exact: true }));
  await waitUntilRead();
});

it('takes the state of the browser over for an account without any (§4.16)', async () => {
  ideas.publish({ pair: 'EUR/NOK' });
  ideas.publish({ pair: 'BTC/USDT', market_type: 'Crypto' });
  await openApp('/customer/dashboard');
  await expect
    .poll(() => {
      sendNow();
      return [...reader.markets].sort();
    })
    .toEqual(['Crypto', 'Forex']);
  await expect.poll(unsent).toBe('{"markets":[],"ideas":[],"rooms":[]}');
  const seen = [...reader.ideas.keys()];
  expect(seen).toHaveLength(2);
  // As it was before accounts had a state.
  reader.markets.clear();
  reader.ideas.clear();
  ideas.publish({ pair: 'CHF/NOK' });
  clearCachedData();
  await openApp('/customer/dashboard');
  await expectShown(page.getByRole('button', { name: 'Notifications, 1 new' }));
  await expect
    .poll(() => {
      sendNow();
      return [...reader.ideas.keys()];
    })
    .toEqual(seen);
  expect([...reader.markets].sort()).toEqual(['Crypto', 'Forex']);
});

it('offers notifications on the markets once an idea was viewed, until declined (§2.37)', async () => {
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => 'granted' });
  const question = page.getByRole('region', { name: 'Notifications' });
  const openMarkets = async () => {
    await openApp('/customer/dashboard');
    await expectShown(page.getByText('Live', { exact: true }));
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
