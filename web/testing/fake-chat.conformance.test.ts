import { beforeAll, it } from 'vitest';
import { addRoom, say } from '../../server/testing/chat-rooms.ts';
import { setUpConformance } from './conformance.ts';
import { FakeApi } from './fake-api.ts';
import { FakeChat } from './fake-chat.ts';

const api = new FakeApi();
const chat = new FakeChat(api);
const { both, know, idOf, state } = setUpConformance(api, {
  email: 'two@test.example',
  volatile: ['created_at', 'updated_at', 'user_name'],
});

/** `:0` and `:1` are the channels, `:2` is a message of another educator, `:3` and so on are those sent by the tests. */
const FOREIGN = '00000000-0000-4000-8000-0000000000ff';
beforeAll(async () => {
  for (const room of chat.rooms) know((await addRoom(state.app, room.name)).id, room.id);
  // Of one millisecond, their order would be that of their ids.
  await state.app.database.pool.query(
    "update chat_rooms set created_at = now() - interval '1 hour' where name = 'Leverage Ideas'",
  );
  const other = await state.app.signIn('one@test.example');
  const real = await say(state.app, other, idOf(0), 'Of somebody else');
  const fake = chat.send({ message: 'Of somebody else' });
  chat.rows.set(fake.id, { ...fake, user_id: 'edu-1' });
  know(real.id, fake.id);
});

const room = '/api/chat/rooms/:0/messages';
const send = (message: string, key?: string, path = room) =>
  both('POST', path, { body: { message }, ...(key && { headers: { 'idempotency-key': key } }) });

it('lists the channels as the server does', () => both('GET', '/api/chat/rooms'));

it('sends, repeats, edits and deletes messages as the server does', async () => {
  await send('First');
  await send('Second', 'key-of-second');
  await send('Second', 'key-of-second');
  await send('Other text', 'key-of-second');
  await send('Second', 'key-of-second', '/api/chat/rooms/:1/messages');
  await send('In no room', undefined, `/api/chat/rooms/${FOREIGN}/messages`);
  await send('In the other room', undefined, '/api/chat/rooms/:1/messages');
  await both('PUT', '/api/chat/messages/:3', { body: { message: 'First' } });
  await both('PUT', '/api/chat/messages/:3', { body: { message: 'Changed' } });
  await both('PUT', '/api/chat/messages/:2', { body: { message: 'Mine now' } });
  await both('DELETE', '/api/chat/messages/:2');
  await both('DELETE', '/api/chat/messages/:4');
  await both('DELETE', '/api/chat/messages/:4');
  await both('PUT', '/api/chat/messages/:4', { body: { message: 'Back again' } });
  // The key still answers with the message, though it is deleted.
  await send('Second', 'key-of-second');
});

it('lists all and own messages by page, oldest first, as the server does', async () => {
  for (const query of ['', '?mine=true', '?limit=1', '?limit=2&mine=true']) await both('GET', room + query);
  await both('GET', '/api/chat/rooms/:1/messages');
  await both('GET', `/api/chat/rooms/${FOREIGN}/messages`);
});
