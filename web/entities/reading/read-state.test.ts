import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ideaRow } from '../../../contract/idea-row.fixture.ts';
import type { TradeIdea } from '../../../contract/ideas.ts';
import { toIdea } from '../idea/idea-model.ts';
import {
  addReadState,
  findChangesSince,
  MAX_READ_STATES,
  toDeletedReadState,
  toReadState,
} from './read-state.ts';

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
  expect(toDeletedReadState(deletion)).toEqual({ id: last.id, version: 4, status, levels });
});

describe('read states', () => {
  it('replaces read states only by later versions, because another tab may be behind', () => {
    const list = addReadState([], toReadState(idea({ version: 2, entry_1: '1.0850' })));
    expect(addReadState(list, toReadState(idea()))).toBe(list);
    expect(addReadState(list, toReadState(idea({ version: 3 }))).map(({ version }) => version)).toEqual([3]);
  });

  it('limits the number of read states: the oldest are dropped, and each idea has one', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(400), { maxLength: 900 }), (order) => {
        const list = order.reduce(
          (read, id, version) => addReadState(read, toReadState(idea({ id: `${id}`, version: version + 1 }))),
          [] as ReturnType<typeof toReadState>[],
        );
        expect(list.length).toBe(Math.min(new Set(order).size, MAX_READ_STATES));
        expect(list.at(-1)?.id).toBe(order.length > 0 ? `${order.at(-1)}` : undefined);
      }),
      { numRuns: 20 },
    );
  });
});
