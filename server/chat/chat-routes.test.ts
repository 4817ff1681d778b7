import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_CHAT_AUTHOR } from '../../contract/chat/chat.ts';
import type { ChatMessage, ChatRoom } from '../../contract/chat/chat-schemas.ts';
import { MAX_MESSAGE } from '../../contract/chat/chat-writing.ts';
import { chatMessages } from '../database/schema.ts';
import { systemClock } from '../shared/clock.ts';
import { addRoom, say } from '../testing/chat-rooms.ts';
import { jpeg, uploadFile, wav } from '../testing/media-files.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { ChatService } from './chat-service.ts';

let test: TestApp;
let one: string;
let two: string;
let customer: string;
/** Writes messages of the hidden educator, who can't sign in. */
let service: ChatService;
let room: ChatRoom;

beforeAll(async () => {
  test = await startTestApp();
  one = await test.openSession('one@test.example');
  two = await test.openSession('two@test.example');
  service = new ChatService(test.database.db, { waitUntilApplied: async () => undefined }, systemClock);
  customer = await test.openSession('customer@test.example');
});
afterAll(() => test.close());
beforeEach(async () => {
  room = await addRoom(test, `Room ${randomUUID()}`);
});

type ErrorAnswer = { code: string; message: string; fields?: Record<string, string> };

const post = (body: unknown, headers: Record<string, string> = {}, token = one, roomId = room.id) =>
  test.call<ChatMessage & ErrorAnswer>('POST', `/api/chat/rooms/${roomId}/messages`, {
    token,
    body,
    headers,
  });
const put = (id: string, message: unknown, token = one) =>
  test.call<ChatMessage & ErrorAnswer>('PUT', `/api/chat/messages/${id}`, { token, body: { message } });
const remove = (id: string, token = one) =>
  test.call<ErrorAnswer>('DELETE', `/api/chat/messages/${id}`, { token });
const list = (query = '', token = customer, roomId = room.id) =>
  test.call<ChatMessage[]>('GET', `/api/chat/rooms/${roomId}/messages${query}`, { token });
const texts = async (query = '', token = customer) =>
  (await list(query, token)).body.map(({ message }) => message);
const findRow = async (id: string) => {
  const [row] = await test.database.db.select().from(chatMessages).where(eq(chatMessages.id, id));
  if (!row) throw new Error('No such row');
  return row;
};
const parseNextLink = (headers: Headers) => /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];

describe('GET /api/chat/rooms', () => {
  it('lists rooms oldest first for everyone signed in (§3.2, §7.4, §7.17)', async () => {
    while (Date.now() <= Date.parse(room.created_at)) await setTimeout(1);
    const later = await addRoom(test, `Room ${randomUUID()}`);
    for (const token of [customer, one]) {
      const { status, body } = await test.call<ChatRoom[]>('GET', '/api/chat/rooms', { token });
      expect(status).toBe(200);
      expect(body.slice(-2)).toEqual([room, later]);
    }
  });
});

describe('POST /api/chat/rooms/:id/messages', () => {
  it("returns the stored row with the server's author, id and times (§3.3)", async () => {
    const message = '  Gold: two rejections\nat the same shelf. ';
    const set = { user_id: 'edu-2', user_name: 'Somebody else', id: randomUUID(), is_edited: true };
    for (const [key, value] of Object.entries(set))
      expect((await post({ message, [key]: value })).body.fields).toEqual({ [key]: 'Unknown field' });
    const answer = await post({ message });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      room_id: room.id,
      user_id: 'edu-1',
      user_name: 'Educator One',
      user_role: 'educator',
      message: 'Gold: two rejections\nat the same shelf.',
      image_url: null,
      is_edited: false,
      is_deleted: false,
    });
    expect(await findRow(answer.body.id)).toEqual(answer.body);
    expect((await list()).body).toEqual([answer.body]);
  });

  it.each([
    ['nothing', {}],
    ['an empty text', { message: '' }],
    ['blanks', { message: ' \n\t ' }],
    ['a text and image that are null', { message: '', image_url: null }],
  ])('rejects %s', async (_case, body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ message: 'Write a message or add an image' });
    expect(await texts()).toEqual([]);
  });

  it('accepts 4,000 characters and rejects more', async () => {
    expect((await post({ message: 'x'.repeat(MAX_MESSAGE) })).status).toBe(201);
    const answer = await post({ message: 'x'.repeat(MAX_MESSAGE + 1) });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ message: 'Message must be 4000 characters or fewer' });
  });

  it('gives an image without text the text of SPEC §5 (§5.19)', async () => {
    const image = await uploadFile(test, one, await jpeg());
    const answer = await post({ image_url: image.url });
    expect(answer.body).toMatchObject({ message: 'Shared an image', image_url: image.url });
    expect((await post({ message: 'Look', image_url: image.url })).body.message).toBe('Look');
  });

  it("accepts only the author's own images", async () => {
    const theirs = await uploadFile(test, two, await jpeg());
    const sound = await uploadFile(test, one, wav());
    const urls = [
      theirs.url,
      sound.url,
      'https://example.com/a.jpg',
      'javascript:alert(1)',
      '/media/../x.jpg',
      `/media/${'0'.repeat(32)}.jpg`,
    ];
    for (const url of urls) {
      const answer = await post({ message: 'Look', image_url: url });
      expect(answer.status, url).toBe(400);
      expect(Object.keys(answer.body.fields ?? {})).toEqual(['image_url']);
    }
    expect(await texts()).toEqual([]);
  });

  it('answers 404 for an unknown room', async () => {
    expect((await post({ message: 'x' }, {}, one, randomUUID())).status).toBe(404);
    expect((await post({ message: 'x' }, {}, one, 'no-id')).status).toBe(400);
  });

  it('sends one message for retries under one key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const tries = await Promise.all(Array.from({ length: 5 }, () => post({ message: 'Once' }, key)));
    expect(tries.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(tries.map(({ body }) => body.id)).size).toBe(1);
    expect(await texts()).toEqual(['Once']);
    const other = await post({ message: 'Something else' }, key);
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    const elsewhere = await addRoom(test, `Room ${randomUUID()}`);
    expect((await post({ message: 'Once' }, key, one, elsewhere.id)).status).toBe(422);
    // Keys are separate per user.
    expect((await post({ message: 'Once' }, key, two)).status).toBe(201);
  });
});

describe('GET /api/chat/rooms/:id/messages', () => {
  /** Some messages have equal times: the id decides. */
  const fill = async (count: number) => {
    const base = Date.parse('2026-11-20T12:00:00.000Z');
    await test.database.db.insert(chatMessages).values(
      Array.from({ length: count }, (_, index) => ({
        room_id: room.id,
        user_id: 'edu-1',
        user_name: 'Educator One',
        user_role: 'educator' as const,
        message: `m${index}`,
        created_at: new Date(base + Math.floor(index / 3) * 1_000).toISOString(),
        updated_at: new Date(base).toISOString(),
      })),
    );
  };

  it('returns the newest 50 in ascending order and links to older ones (§7.18)', async () => {
    await fill(120);
    const newest = await list();
    expect(newest.body).toHaveLength(50);
    const times = newest.body.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted());
    expect(newest.body.map(({ message }) => message)).toContain('m119');
    expect(parseNextLink(newest.headers)).toContain('cursor=');
  });

  it('returns every message once while paging backwards during changes', async () => {
    await fill(120);
    const pages: ChatMessage[][] = [];
    let next: string | undefined = `/api/chat/rooms/${room.id}/messages?limit=25`;
    while (next) {
      const page: { body: ChatMessage[]; headers: Headers } = await test.call<ChatMessage[]>('GET', next, {
        token: customer,
      });
      pages.unshift(page.body);
      next = parseNextLink(page.headers);
      await say(test, one, room.id, 'arrives meanwhile');
      await remove((await say(test, one, room.id, 'comes and goes')).id);
    }
    const all = pages.flat();
    expect(all.map(({ message }) => message).toSorted()).toEqual(
      Array.from({ length: 120 }, (_, index) => `m${index}`).toSorted(),
    );
    const order = all.map(({ created_at, id }) => `${created_at} ${id}`);
    expect(order).toEqual(order.toSorted());
    expect(pages.map(({ length }) => length)).toEqual([20, 25, 25, 25, 25]);
  });

  it('has no next link after a full last page', async () => {
    await fill(50);
    const page = await list();
    expect(page.body).toHaveLength(50);
    expect(parseNextLink(page.headers)).toBeUndefined();
  });

  it('answers 404 for an unknown room and an empty list for an empty one', async () => {
    expect((await list()).body).toEqual([]);
    expect((await list('', customer, randomUUID())).status).toBe(404);
  });

  it.each(['?cursor=abc', '?cursor=MjAyNg', '?limit=0', '?limit=201', '?limit=x', '?mine=false'])(
    'rejects %s',
    async (query) => expect((await list(query)).status).toBe(400),
  );

  it('returns only own messages with ?mine=true', async () => {
    await say(test, one, room.id, 'mine');
    await say(test, two, room.id, 'theirs');
    expect(await texts('?mine=true', one)).toEqual(['mine']);
    expect(await texts('?mine=true', two)).toEqual(['theirs']);
    expect(await texts('?mine=true', customer)).toEqual([]);
    expect(await texts('', two)).toEqual(['mine', 'theirs']);
  });

  it('never shows customers messages of the hidden educator', async () => {
    await say(test, one, room.id, 'seen');
    await service.send(test.people.hidden, room.id, { message: 'not for customers', image_url: null });
    await say(test, one, room.id, 'seen too');
    expect(await texts()).toEqual(['seen', 'seen too']);
    expect(await texts('?limit=1')).toEqual(['seen too']);
    expect(await texts('', two)).toEqual(['seen', 'not for customers', 'seen too']);
  });
});

describe('PUT /api/chat/messages/:id', () => {
  it('changes the text, marks it as edited and keeps its position (§4.11, §7.18)', async () => {
    const first = await say(test, one, room.id, 'Frist');
    await say(test, one, room.id, 'Second');
    const answer = await put(first.id, ' First ');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      message: 'First',
      is_edited: true,
      created_at: first.created_at,
    });
    expect(answer.body.updated_at > first.updated_at).toBe(true);
    expect(await findRow(first.id)).toEqual(answer.body);
    expect(await texts()).toEqual(['First', 'Second']);
  });

  it('does nothing for the same text', async () => {
    const sent = await say(test, one, room.id, 'The same');
    expect((await put(sent.id, 'The same ')).body).toEqual(sent);
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \n '],
    ['no text', null],
    ['too much', 'x'.repeat(MAX_MESSAGE + 1)],
  ])('rejects %s (§5.21)', async (_case, message) => {
    const sent = await say(test, one, room.id, 'Stays');
    const answer = await put(sent.id, message);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).toEqual(['message']);
    expect((await findRow(sent.id)).message).toBe('Stays');
  });
});

describe('DELETE /api/chat/messages/:id', () => {
  it('removes the message from lists and keeps its row (§4.11, §7.18)', async () => {
    const sent = await say(test, one, room.id, 'Taken back');
    expect(await remove(sent.id)).toMatchObject({ status: 200, body: { success: true } });
    expect(await texts()).toEqual([]);
    expect(await texts('?mine=true', one)).toEqual([]);
    expect(await findRow(sent.id)).toMatchObject({ is_deleted: true, message: 'Taken back' });
  });

  it('rejects editing and deleting a deleted message', async () => {
    const sent = await say(test, one, room.id, 'Gone');
    await remove(sent.id);
    expect((await put(sent.id, 'Back')).status).toBe(404);
    expect((await remove(sent.id)).status).toBe(404);
  });
});

describe('ChatService', () => {
  it('gives each change a later time, although the clock of this process is behind', async () => {
    const sent = await say(test, one, room.id, 'First');
    const feed = { waitUntilApplied: async () => undefined };
    const behind = new ChatService(test.database.db, feed, () => new Date(0));
    const edited = await behind.edit(test.people.educator1, sent.id, 'Second');
    expect(Date.parse(edited.updated_at)).toBe(Date.parse(sent.updated_at) + 1);
  });

  it('waits until this process has applied a change, and for nothing after none', async () => {
    const waits: PromiseWithResolvers<void>[] = [];
    const waitUntilApplied = () => {
      const wait = Promise.withResolvers<void>();
      waits.push(wait);
      return wait.promise;
    };
    const author = { ...test.people.educator1, fullName: '' };
    const slow = new ChatService(test.database.db, { waitUntilApplied }, systemClock);
    let isSent = false;
    const sending = slow.send(author, room.id, { message: 'Hello', image_url: null }).finally(() => {
      isSent = true;
    });
    await expect.poll(() => waits.length).toBe(1);
    expect(isSent).toBe(false);
    waits[0]?.resolve();
    const sent = await sending;
    expect(sent.user_name).toBe(DEFAULT_CHAT_AUTHOR);
    await slow.edit(author, sent.id, 'Hello');
    expect(waits).toHaveLength(1);
  });
});

describe('an account that writes no messages', () => {
  it('refuses an account that writes no messages in the service too', async () => {
    const input = { message: 'Hello', image_url: null };
    await expect(service.send(test.people.customer, room.id, input)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await texts()).toEqual([]);
  });
});

describe('messages of another educator', () => {
  it('refuses to edit or delete messages of another educator, for educators and customers (§6.4)', async () => {
    const sent = await say(test, one, room.id, 'Mine');
    for (const token of [two, customer]) {
      expect((await put(sent.id, 'Yours', token)).status).toBe(403);
      expect((await remove(sent.id, token)).status).toBe(403);
    }
    expect(await findRow(sent.id)).toMatchObject({ message: 'Mine', is_deleted: false, is_edited: false });
  });
});
