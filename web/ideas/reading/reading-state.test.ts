import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ideaRow } from '../../../contract/ideas/idea-row.fixture.ts';
import type { TradeIdea } from '../../../contract/ideas/ideas.ts';
import { markets } from '../../../contract/ideas/markets.ts';
import type { ReadingState } from '../../../contract/ideas/reading.ts';
import { toIdea } from '../idea-model.ts';
import {
  findChangesSince,
  findUnknown,
  findUnseenIds,
  isEmpty,
  mergeReading,
  type Reading,
  toDeletedReadState,
  toReadingState,
  toReadState,
} from './reading-state.ts';

const idea = (changes: Partial<TradeIdea> = {}) => toIdea(ideaRow(changes));

describe('findChangesSince', () => {
  it('returns nothing for an unread or unchanged idea', () => {
    expect(findChangesSince(undefined, idea({ version: 4 }))).toEqual([]);
    expect(findChangesSince(toReadState(idea()), idea())).toEqual([]);
  });

  it('returns each changed level and the status with old and new values', () => {
    const now = idea({ version: 3, invalidation_level: '1.0740', exit_3: null, status: 'invalid' });
    expect(findChangesSince(toReadState(idea()), now)).toEqual([
      { field: 'invalidation_level', old: '1.0755', new: '1.0740' },
      { field: 'exit_3', old: '1.1062', new: null },
      { field: 'status', old: 'active', new: 'invalid' },
    ]);
  });

  it('ignores changed notes and trailing zeros of prices', () => {
    const now = idea({ version: 2, notes: 'Other words.', entry_1: '1.08420' });
    expect(findChangesSince(toReadState(idea()), now)).toEqual([]);
  });

  it('ignores a level that was removed and restored', () => {
    expect(findChangesSince(toReadState(idea()), idea({ version: 3 }))).toEqual([]);
  });
});

it('keeps the last values and the version of the deletion as the read state of a deleted idea', () => {
  const last = idea({ version: 3, exit_3: null, status: 'failure' });
  const { levels, status } = toReadState(last);
  const recorded = { ...levels, status: 'failure', notes: 'Higher low.' };
  const deletion = {
    number: 9,
    idea_id: last.id,
    version: 4,
    action: 'deleted' as const,
    at: '2026-11-20T09:00:00.000Z',
    educator_id: '1',
    changes: Object.entries(recorded).flatMap(([field, old]) =>
      old === null ? [] : [{ field, old, new: null }],
    ),
    salt: '',
    digest: '',
    prev_hash: '',
    hash: '',
  };
  expect(toDeletedReadState(deletion)).toEqual({ version: 4, status, levels });
});

const state = (changes: Partial<ReadingState>): ReadingState => ({
  markets: [],
  ideas: [],
  rooms: [],
  ...changes,
});
const seen = (...ids: string[]) => state({ ideas: ids.map((id) => ({ id, viewed: false, read: null })) });

describe('what a person has seen and read', () => {
  const read = fc.integer({ min: 1, max: 4 }).map((version) => ({ ...toReadState(idea()), version }));
  const at = fc.constantFrom('2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z');
  const states = fc.record({
    markets: fc.subarray([...markets]),
    ideas: fc.array(
      fc.record({ id: fc.constantFrom('a', 'b', 'c'), viewed: fc.boolean(), read: fc.option(read) }),
      { maxLength: 4 },
    ),
    rooms: fc.array(fc.record({ room_id: fc.constantFrom('x', 'y'), created_at: at, id: fc.constant('1') }), {
      maxLength: 3,
    }),
  });
  const sorted = (reading: Reading) => {
    const { markets: loaded, ideas, rooms } = toReadingState(reading);
    return {
      markets: loaded.toSorted(),
      ideas: ideas.toSorted((one, other) => one.id.localeCompare(other.id)),
      rooms: rooms.toSorted((one, other) => one.room_id.localeCompare(other.room_id)),
    };
  };

  it('is the same in whichever order tabs and devices mark it, and however often', () => {
    fc.assert(
      fc.property(states, states, (one, two) => {
        expect(sorted(mergeReading(two, one, two))).toEqual(sorted(mergeReading(one, two)));
      }),
    );
  });

  it('is complete with what was unknown before, and then nothing is unknown', () => {
    fc.assert(
      fc.property(states, states, (known, marked) => {
        const unknown = findUnknown(marked, mergeReading(known));
        expect(sorted(mergeReading(known, unknown))).toEqual(sorted(mergeReading(known, marked)));
        expect(isEmpty(findUnknown(marked, mergeReading(known, unknown)))).toBe(true);
      }),
    );
  });

  it('never replaces the read version of an idea with an older one', () => {
    const readVersion = (version: number) =>
      state({ ideas: [{ id: 'a', viewed: true, read: { ...toReadState(idea()), version } }] });
    expect(mergeReading(readVersion(2), readVersion(1)).ideas.get('a')?.read?.version).toBe(2);
    expect(mergeReading(readVersion(2), readVersion(3)).ideas.get('a')?.read?.version).toBe(3);
  });

  it('moves the last read line of a channel forward only', () => {
    const readTo = (hour: number) =>
      state({ rooms: [{ room_id: 'x', created_at: `2026-11-20T1${hour}:00:00.000Z`, id: '1' }] });
    expect(mergeReading(readTo(1), readTo(0)).rooms.get('x')?.created_at).toBe('2026-11-20T11:00:00.000Z');
    expect(mergeReading(readTo(1), readTo(2)).rooms.get('x')?.created_at).toBe('2026-11-20T12:00:00.000Z');
  });
});

describe('unseen ideas', () => {
  it('are those of a loaded market that were not marked (§4.14)', () => {
    const loaded = mergeReading(seen('a', 'b'), state({ markets: ['Forex'] }));
    expect(findUnseenIds(loaded, 'Forex', ['c', 'a', 'b'], true)).toEqual(['c']);
  });

  it('are none before the first load of their market', () => {
    const loaded = mergeReading(seen('a'), state({ markets: ['Forex'] }));
    expect(findUnseenIds(loaded, 'Crypto', ['x', 'y'], true)).toEqual([]);
  });

  it('do not count for a market without notifications (§4.14)', () => {
    expect(findUnseenIds(mergeReading(state({ markets: ['Forex'] })), 'Forex', ['a'], false)).toEqual([]);
  });
});
