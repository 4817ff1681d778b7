import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChatMessage } from '../../../contract/chat-rows.ts';
import { isAfter, type MessagePages, messagesOf, placeMessage, settlePage } from './message-pages.ts';
import { messageRow } from './message-rows.fixture.ts';

const rows = (...minutes: number[]) => minutes.map((minute) => messageRow(minute));
const pages: MessagePages = [
  { rows: rows(30, 40), older: 'a' },
  { rows: rows(10, 20), older: 'b' },
];
const texts = (of: MessagePages) => messagesOf(of).map(({ message }) => message);
const later = (row: ChatMessage, seconds: number, changes: Partial<ChatMessage>): ChatMessage => ({
  ...row,
  ...changes,
  updated_at: new Date(Date.parse(row.created_at) + seconds * 1_000).toISOString(),
});

describe('a message', () => {
  test.each([
    ['after all others', 50, ['m10', 'm20', 'm30', 'm40', 'm50']],
    ['late, into its place', 35, ['m10', 'm20', 'm30', 'm35', 'm40']],
    ['late, between two pages', 25, ['m10', 'm20', 'm25', 'm30', 'm40']],
    ['of a time that is not loaded', 5, ['m10', 'm20', 'm30', 'm40']],
  ])('comes %s', (_case, minute, expected) => {
    expect(texts(placeMessage(pages, messageRow(minute)))).toEqual(expected);
  });

  test('comes first where the room begins', () => {
    const whole = [...pages.slice(0, 1), { rows: rows(10, 20), older: null }];
    expect(texts(placeMessage(whole, messageRow(5)))).toEqual(['m5', 'm10', 'm20', 'm30', 'm40']);
    expect(texts(placeMessage([{ rows: [], older: null }], messageRow(5)))).toEqual(['m5']);
  });

  test('that is edited stays in its place; an older state changes nothing', () => {
    const edited = placeMessage(pages, later(messageRow(20), 9, { message: 'better', is_edited: true }));
    expect(texts(edited)).toEqual(['m10', 'better', 'm30', 'm40']);
    expect(placeMessage(edited, messageRow(20))).toBe(edited);
  });

  test('that is deleted leaves its page', () => {
    const gone = placeMessage(pages, later(messageRow(20), 9, { is_deleted: true, message: '' }));
    expect(texts(gone)).toEqual(['m10', 'm30', 'm40']);
    expect(placeMessage(gone, later(messageRow(20), 9, { is_deleted: true }))).toBe(gone);
  });
});

describe('an answer', () => {
  const page = { rows: rows(10, 20), older: 'a' };
  test('that left before a change is corrected by it', () => {
    const heard = [
      messageRow(30),
      later(messageRow(20), 5, { message: 'better' }),
      later(messageRow(10), 5, { is_deleted: true }),
    ];
    expect(texts([settlePage(page, heard, true)])).toEqual(['better', 'm30']);
  });

  test('of older messages takes none of the newer ones', () => {
    expect(settlePage(page, [messageRow(30)], false)).toEqual(page);
  });
});

test('messages in any order, each twice, end in the order of the room', () => {
  const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 59 }));
  fc.assert(
    fc.property(minutes, minutes, fc.integer({ min: 0, max: 59 }), (first, second, from) => {
      // Same minute, other id: the id decides.
      const twins = second.map((minute) => messageRow(minute, { id: `f${minute}` }));
      const begun = { rows: rows(from), older: 'older' };
      const all = [...rows(...first), ...twins, ...rows(...first)];
      const result = messagesOf(all.reduce<MessagePages>(placeMessage, [begun]));
      const keys = result.map(({ created_at, id }) => `${created_at} ${id}`);
      expect(keys).toEqual([...new Set(keys)].toSorted());
      // Nothing before what is loaded, everything after it.
      const origin = messageRow(from);
      const loaded = all.filter((row) => isAfter(row, origin) || row.id === origin.id);
      expect(new Set(result.map(({ id }) => id))).toEqual(
        new Set([origin.id, ...loaded.map(({ id }) => id)]),
      );
    }),
  );
});
