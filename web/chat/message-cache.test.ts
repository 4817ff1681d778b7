import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../contract/chat/chat-schemas.ts';
import type { PagedList } from '../live/entity-cache.ts';
import { clearCachedData } from '../shared/storage/session-reset.ts';
import { applyMessage, messagesKey } from './message-cache.ts';
import { messageRow } from './message-rows.fixture.ts';

const ROOM = { roomId: 'room' };
const MINE = { roomId: 'room', author: 'edu-1' };
const OTHER = { roomId: 'other' };

let client: QueryClient;
const texts = (filter: typeof ROOM) =>
  client.getQueryData<PagedList<ChatMessage>>(messagesKey(filter))?.rows.map(({ message }) => message);

const begin = () => {
  clearCachedData();
  client = new QueryClient();
  for (const filter of [ROOM, MINE, OTHER])
    client.setQueryData(messagesKey(filter), { rows: [], next: null });
};
beforeEach(begin);

describe('a message that was sent', () => {
  it('adds a sent message to its lists only, newest first', () => {
    applyMessage(client, messageRow(1));
    applyMessage(client, messageRow(2, { user_id: 'edu-2' }));
    expect(texts(ROOM)).toEqual(['m2', 'm1']);
    expect(texts(MINE)).toEqual(['m1']);
    expect(texts(OTHER)).toEqual([]);
  });
});

it('ends with the newest state of a message for states in any order, each twice, and never restores a deleted one', () => {
  const states = [0, 1, 2, 3].map((second) =>
    messageRow(1, {
      updated_at: `2026-11-20T12:01:0${second}.000Z`,
      message: second === 3 ? '' : `state ${second}`,
      is_deleted: second === 3,
    }),
  );
  const some = fc.shuffledSubarray(states, { minLength: 1 });
  fc.assert(
    fc.property(some, some, (first, second) => {
      begin();
      const all = [...first, ...second];
      for (const row of all) applyMessage(client, row);
      const newest = all.toSorted((a, b) => a.updated_at.localeCompare(b.updated_at)).at(-1);
      expect(texts(ROOM)).toEqual(newest?.is_deleted ? [] : [newest?.message]);
    }),
  );
});
