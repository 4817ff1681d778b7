import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChatMessage, ChatRoom } from '../../contract/chat/chat-schemas.ts';
import type { LiveChange } from '../../contract/live-events.ts';
import { buildApp } from '../app.ts';
import { systemClock } from '../shared/clock.ts';
import { addRoom, say } from '../testing/chat-rooms.ts';
import { StreamReader } from '../testing/stream-reader.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { testEnv } from '../testing/test-env.ts';
import { ChatService } from './chat-service.ts';

/** Every change of a message is streamed in order to everyone who may see it (DESIGN §5). */
let test: TestApp;
let one: string;
let two: string;
let room: ChatRoom;
let customer: StreamReader;
let educator: StreamReader;

beforeAll(async () => {
  test = await startTestApp();
  room = await addRoom(test, 'Leverage Ideas');
  one = await test.openSession('one@test.example');
  two = await test.openSession('two@test.example');
});
afterAll(() => test.close());

beforeEach(async () => {
  await Promise.all([customer?.close(), educator?.close()]);
  customer = await StreamReader.open(test.url, await test.openSession('customer@test.example'));
  educator = await StreamReader.open(test.url, two);
  await Promise.all(
    [customer, educator].map((reader) => reader.waitUntil(({ events }) => events.length > 0, 'ready')),
  );
});
afterAll(() => Promise.all([customer?.close(), educator?.close()]));

type MessageChange = Extract<LiveChange, { kind: 'chat_messages_changes' }>['data'];
const parseChanges = (reader: StreamReader): MessageChange[] =>
  reader.changes.map(({ data }) => data as MessageChange);
const waitForChanges = (reader: StreamReader, count: number) =>
  reader.waitUntil(({ changes }) => changes.length >= count, `${count} changes`);

describe('chat messages in the live stream', () => {
  it('sends new, edited and deleted messages in order to everyone, including the author', async () => {
    const author = await StreamReader.open(test.url, one);
    await author.waitUntil(({ events }) => events.length > 0, 'ready');
    const sent = await say(test, one, room.id, 'First words');
    const path = `/api/chat/messages/${sent.id}`;
    const { body: edited } = await test.call<ChatMessage>('PUT', path, {
      token: one,
      body: { message: 'Better words' },
    });
    await test.call('DELETE', path, { token: one });
    for (const reader of [customer, educator, author]) {
      await waitForChanges(reader, 3);
      const [inserted, updated, deleted] = parseChanges(reader);
      expect(inserted).toMatchObject({ type: 'INSERT', record: sent, old_record: null });
      expect(updated).toMatchObject({
        type: 'UPDATE',
        record: edited,
        old_record: { ...sent, message: '' },
      });
      expect(deleted).toMatchObject({
        type: 'UPDATE',
        record: { id: sent.id, is_deleted: true, message: '', image_url: null },
      });
      // Deleted text is not sent again.
      expect(JSON.stringify(deleted)).not.toContain('words');
      expect((deleted?.record?.updated_at ?? '') > edited.updated_at).toBe(true);
    }
    await author.close();
  });

  it('sends customers nothing of the hidden educator', async () => {
    // The hidden educator can't sign in; messages are written by the service.
    const service = new ChatService(
      test.database.db,
      { waitUntilApplied: async () => undefined },
      systemClock,
    );
    const { hidden } = test.people;
    const sent = await service.send(hidden, room.id, { message: 'Test data', image_url: null });
    await service.edit(hidden, sent.id, 'Still');
    await service.delete(hidden, sent.id);
    const last = await say(test, one, room.id, 'For everyone');
    for (const reader of [educator, customer])
      await reader.waitUntil(() => parseChanges(reader).some(({ record }) => record?.id === last.id));
    // Of changes that follow one another at once, a stream may get the last one only.
    expect(parseChanges(educator).some(({ record }) => record?.id === sent.id)).toBe(true);
    expect(parseChanges(customer).map(({ record }) => record?.id)).toEqual([last.id]);
  });

  it('sends nothing for rejected or ineffective changes', async () => {
    const sent = await say(test, one, room.id, 'As it is');
    const path = `/api/chat/messages/${sent.id}`;
    await test.call('PUT', path, { token: one, body: { message: 'As it is' } });
    await test.call('PUT', path, { token: two, body: { message: 'Not yours' } });
    await test.call('DELETE', path, { token: two });
    await test.call('POST', `/api/chat/rooms/${room.id}/messages`, { token: one, body: { message: ' ' } });
    const last = await say(test, one, room.id, 'The last');
    await waitForChanges(customer, 2);
    expect(parseChanges(customer).map(({ record }) => record?.id)).toEqual([sent.id, last.id]);
  });

  it('replays missed messages after a reconnect', async () => {
    const before = await say(test, one, room.id, 'Before');
    await waitForChanges(customer, 1);
    const lastId = customer.lastId;
    await customer.close();
    const meanwhile = await say(test, one, room.id, 'Meanwhile');
    customer = await StreamReader.open(test.url, await test.openSession('customer@test.example'), lastId);
    await waitForChanges(customer, 1);
    expect(parseChanges(customer).map(({ record }) => record?.id)).toEqual([meanwhile.id]);
    expect(before.id).not.toBe(meanwhile.id);
  });

  it('replays no text that was edited or deleted, from memory or from the database', async () => {
    const { lastId } = customer;
    const edited = await say(test, one, room.id, 'Secret of the edited');
    const deleted = await say(test, one, room.id, 'Secret of the deleted');
    const editTo = (id: string, message: string) =>
      test.call('PUT', `/api/chat/messages/${id}`, { token: one, body: { message } });
    await editTo(edited.id, 'Public');
    await editTo(deleted.id, 'Another secret');
    await test.call('DELETE', `/api/chat/messages/${deleted.id}`, { token: one });

    // A process that starts now has the events of the database only.
    const restarted = await buildApp({
      database: test.database,
      env: testEnv({ DATA_DIR: test.folder }),
      logStream: { write: (line) => expect.unreachable(line) },
    });
    const restartedUrl = await restarted.listen({ host: '127.0.0.1', port: 0 });
    const token = await test.openSession('customer@test.example');
    for (const url of [test.url, restartedUrl]) {
      for (const reader of [
        await StreamReader.open(url, token, lastId),
        await StreamReader.open(url, two, lastId),
      ]) {
        await waitForChanges(reader, 2);
        expect(parseChanges(reader).map(({ record }) => record)).toMatchObject([
          { id: edited.id, message: 'Public', is_edited: true },
          { id: deleted.id, message: '', is_deleted: true },
        ]);
        expect(JSON.stringify(reader.events)).not.toContain('ecret');
        await reader.close();
      }
    }
    await restarted.close();
    const { rows } = await test.database.pool.query<{ count: string }>(
      "select count(*) from feed_events where payload::text like '%ecret%'",
    );
    expect(rows[0]?.count).toBe('0');
  });
});
