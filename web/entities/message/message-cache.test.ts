import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { forgetCachedData } from '../../shared/storage/session-reset.ts';
import { applyMessage, messagesKey, type RoomData, settleAnswer } from './message-cache.ts';
import { messageRow } from './message-rows.fixture.ts';

const ROOM = { roomId: 'room' };
const MINE = { roomId: 'room', author: 'edu-1' };
const OTHER = { roomId: 'other' };

let client: QueryClient;
const textsOf = (filter: typeof ROOM) =>
  client.getQueryData<RoomData>(messagesKey(filter))?.pages[0]?.rows.map(({ message }) => message);

beforeEach(() => {
  forgetCachedData();
  client = new QueryClient();
  for (const filter of [ROOM, MINE, OTHER])
    client.setQueryData<RoomData>(messagesKey(filter), {
      pages: [{ rows: [], older: null }],
      pageParams: [null],
    });
});

describe('a change', () => {
  test('reaches the lists the message belongs to, and no other', () => {
    applyMessage(client, messageRow(1));
    applyMessage(client, messageRow(2, { user_id: 'edu-2' }));
    expect(textsOf(ROOM)).toEqual(['m1', 'm2']);
    expect(textsOf(MINE)).toEqual(['m1']);
    expect(textsOf(OTHER)).toEqual([]);
  });

  test('wins over an answer that left before it, for as long as a process may lag', () => {
    const askedAt = Date.now();
    applyMessage(client, messageRow(1));
    const empty = { rows: [], older: null };
    expect(settleAnswer(empty, ROOM, true, askedAt).rows).toHaveLength(1);
    expect(settleAnswer(empty, OTHER, true, askedAt).rows).toEqual([]);
    expect(settleAnswer(empty, ROOM, true, askedAt + 60_000).rows).toEqual([]);
  });
});

test('states of one message in any order, twice over, end at its newest; deleted is the end', () => {
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
      forgetCachedData();
      client.setQueryData<RoomData>(messagesKey(ROOM), {
        pages: [{ rows: [], older: null }],
        pageParams: [null],
      });
      const all = [...first, ...second];
      for (const row of all) applyMessage(client, row);
      const newest = all.toSorted((a, b) => a.updated_at.localeCompare(b.updated_at)).at(-1);
      expect(textsOf(ROOM)).toEqual(newest?.is_deleted ? [] : [newest?.message]);
    }),
  );
});
