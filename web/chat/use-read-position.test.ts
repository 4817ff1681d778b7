import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageRow } from './message-rows.fixture.ts';
import { countUnread, findFirstUnread, toReadPosition } from './use-read-position.ts';

const rows = [10, 20, 30].map((minute) => messageRow(minute));

test.each([
  ['nobody was here yet', null, true, 0, null],
  ['everything is read', 30, true, 0, null],
  ['one came', 20, true, 1, 30],
  ['the message read last was deleted', 15, true, 2, 20],
  ['the place is further back than what is loaded', 5, false, 3, null],
  ['all of a whole room is new', 5, true, 3, 10],
])('counts and finds unread messages when %s', (_case, minute, isWhole, unread, first) => {
  const place = minute === null ? null : toReadPosition(messageRow(minute));
  expect(countUnread(rows, place)).toBe(unread);
  expect(findFirstUnread(rows, place, isWhole)).toBe(first === null ? null : messageRow(first).id);
});

test('puts the line before exactly as many messages as are unread', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(59)), fc.nat(59), (minutes, at) => {
      const all = minutes.toSorted((a, b) => a - b).map((minute) => messageRow(minute));
      const place = toReadPosition(messageRow(at));
      const first = findFirstUnread(all, place, true);
      const index = all.findIndex(({ id }) => id === first);
      expect(index === -1 ? 0 : all.length - index).toBe(countUnread(all, place));
    }),
  );
});
