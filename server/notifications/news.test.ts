import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChatRoom } from '../../contract/chat/chat-schemas.ts';
import { NEWS_LENGTH, type NewsItem } from '../../contract/notifications/news.ts';
import { addRoom, say } from '../testing/chat-rooms.ts';
import { publish, publishHidden, startTestApp, type TestApp } from '../testing/test-app.ts';

let now = new Date('2026-11-20T09:00:00.000Z');
let test: TestApp;
let room: ChatRoom;
let customer: string;
let educator: string;
beforeAll(async () => {
  test = await startTestApp({ clock: () => now });
  room = await addRoom(test, 'Leverage Ideas');
});
afterAll(() => test.close());

const later = (ms = 60_000) => {
  now = new Date(now.getTime() + ms);
};
const list = async (token = customer) => (await test.call<NewsItem[]>('GET', '/api/news', { token })).body;
const names = (items: NewsItem[]) =>
  items.map(
    (item) => `${item.kind} ${'idea' in item ? item.idea.pair : item.room.name}${item.is_unread ? ' *' : ''}`,
  );
const read = (body: unknown) =>
  test.call('POST', '/api/reading', {
    token: customer,
    body: { markets: [], ideas: [], rooms: [], ...(body as object) },
  });
const view = (id: string, version: number | null = null) =>
  read({
    ideas: [
      {
        id,
        viewed: true,
        read: version && {
          version,
          status: 'active',
          levels: {
            entry_1: '1',
            entry_2: null,
            invalidation_level: '1',
            exit_1: '1',
            exit_2: null,
            exit_3: null,
          },
        },
      },
    ],
  });
const change = (id: string, body: unknown) =>
  test.call('PUT', `/api/trade-ideas/${id}`, { token: educator, body });
const markRead = (until: string) => test.call('PUT', '/api/news/read', { token: customer, body: { until } });

beforeEach(async () => {
  // Everything from before a test lies outside the 30 days.
  later(31 * 24 * 60 * 60_000);
  customer = await test.openSession('customer@test.example');
  educator = await test.openSession('one@test.example');
  await test.database.pool.query(
    'delete from idea_reads; delete from reading_states; delete from bookmarks; delete from notification_preferences; delete from room_reads',
  );
  await read({ markets: ['Forex', 'Crypto'] });
  later();
});

describe('news', () => {
  it('starts the news with the first device: what was published before is read', async () => {
    await test.database.pool.query('delete from reading_states');
    await publish(test, educator, { pair: 'EUR/USD' });
    expect(names(await list())).toEqual(['published EUR/USD']);
    later();
    await read({ markets: ['Forex'] });
    expect(names(await list())).toEqual(['published EUR/USD']);
    later();
    await publish(test, educator, { pair: 'GBP/USD' });
    expect(names(await list())).toEqual(['published GBP/USD *', 'published EUR/USD']);
  });

  it('lists new ideas of the markets that are on, newest first, and none of the hidden educator', async () => {
    await publishHidden(test);
    await publish(test, educator, { pair: 'EUR/USD' });
    later();
    const { id } = await publish(test, educator, { pair: 'BTC/USDT', market_type: 'Crypto' });
    expect(names(await list())).toEqual(['published BTC/USDT *', 'published EUR/USD *']);
    await view(id);
    expect(names(await list())).toEqual(['published BTC/USDT', 'published EUR/USD *']);
    await test.call('PUT', '/api/notifications/preferences', {
      token: customer,
      body: { Forex: true, Crypto: false },
    });
    expect(names(await list())).toEqual(['published EUR/USD *']);
  });

  it('names the market an idea is listed in: of an S&P 500 pair the chosen one, and Forex once it is completed', async () => {
    const { id } = await publish(test, educator, { pair: 'SPX500', market_type: 'Crypto' });
    const markets = async () => (await list()).map((item) => 'idea' in item && item.idea.market_type);
    expect(await markets()).toEqual(['Crypto']);
    await view(id);
    later();
    await change(id, { exit_1: '1.0925' });
    expect(await markets()).toEqual(['Crypto', 'Crypto']);
    later();
    await change(id, { status: 'successful' });
    expect(await markets()).toEqual(['Forex', 'Forex', 'Forex']);
  });

  it('lists the latest change and the closing of viewed ideas, until that version is read', async () => {
    const [viewed, other] = [
      await publish(test, educator),
      await publish(test, educator, { pair: 'AUD/CAD' }),
    ];
    await view(viewed.id, 1);
    later();
    for (const exit_1 of ['1.0925', '1.0930']) await change(viewed.id, { exit_1 });
    await change(other.id, { exit_1: '1.0990' });
    later();
    await change(viewed.id, { status: 'successful', result_level: 'exit_1' });
    later();
    await change(viewed.id, { lesson: 'Patience paid. '.repeat(20) });
    const items = (await list()).filter(({ kind }) => kind !== 'published');
    expect(names(items)).toEqual(['changed EUR/USD *', 'closed EUR/USD *']);
    expect(items[0]).toMatchObject({ changes: [{ field: 'lesson', old: null, new: '…' }] });
    expect(items[1]).toMatchObject({
      idea: { id: viewed.id, status: 'successful' },
      changes: expect.arrayContaining([{ field: 'status', old: 'active', new: 'successful' }]),
    });
    await view(viewed.id, 4);
    expect(names((await list()).filter(({ kind }) => kind !== 'published'))).toEqual([
      'changed EUR/USD *',
      'closed EUR/USD',
    ]);
    await view(viewed.id, 5);
    expect(names((await list()).filter(({ kind }) => kind !== 'published'))).toEqual([
      'changed EUR/USD',
      'closed EUR/USD',
    ]);
  });

  it('lists what happened to bookmarked ideas, including a deletion, until it is read', async () => {
    const idea = await publish(test, educator, { pair: 'NZD/CHF' });
    await test.call('PUT', `/api/bookmarks/${idea.id}`, {
      token: customer,
      body: { is_bookmarked: true, note: '' },
    });
    later();
    await test.call('DELETE', `/api/trade-ideas/${idea.id}`, { token: educator });
    const items = await list();
    expect(names(items)).toEqual(['deleted NZD/CHF *']);
    expect(items[0]).toMatchObject({ idea: { id: idea.id, educator_name: 'Educator One' }, changes: [] });
    // The deletion is version 2 of the idea.
    await view(idea.id, 2);
    expect(names(await list())).toEqual(['deleted NZD/CHF']);
  });

  it('lists the latest message of a channel until it is read', async () => {
    await say(test, educator, room.id, 'First.');
    later();
    const latest = await say(test, educator, room.id, 'x'.repeat(500));
    const [item] = await list();
    expect(names([item as NewsItem])).toEqual(['message Leverage Ideas *']);
    expect(item).toMatchObject({ author: 'Educator One', text: 'x'.repeat(200), room: { id: room.id } });
    await read({ rooms: [{ room_id: room.id, created_at: latest.created_at, id: latest.id }] });
    expect(names(await list())).toEqual(['message Leverage Ideas']);
  });

  it('marks all news as read up to the newest one shown, and never beyond now', async () => {
    const { created_at } = await publish(test, educator);
    later();
    await publish(test, educator, { pair: 'AUD/CAD' });
    await markRead(created_at);
    expect(names(await list())).toEqual(['published AUD/CAD *', 'published EUR/USD']);
    await markRead('2099-01-01T00:00:00.000Z');
    expect(names(await list())).toEqual(['published AUD/CAD', 'published EUR/USD']);
    later();
    await publish(test, educator, { pair: 'USD/JPY' });
    await markRead(created_at);
    expect(names(await list())[0]).toBe('published USD/JPY *');
  });

  it.each([{}, { until: 'now' }, { until: '+010000-01-01T00:00:00.000Z' }, { until: null }])(
    'refuses to mark news as read up to %j',
    async (body) => {
      expect((await test.call('PUT', '/api/news/read', { token: customer, body })).status).toBe(400);
    },
  );

  it('lists only the newest news', async () => {
    for (let count = 0; count <= NEWS_LENGTH; count++) await publish(test, educator);
    expect(await list()).toHaveLength(NEWS_LENGTH);
  });
});
