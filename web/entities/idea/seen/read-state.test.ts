import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ideaRow } from '../../../../contract/idea-row.fixture.ts';
import type { TradeIdea } from '../../../../contract/ideas.ts';
import { toIdea } from '../idea-model.ts';
import { addReadState, findChangesSince, MAX_READ_STATES, toReadState } from './read-state.ts';

const idea = (changes: Partial<TradeIdea> = {}) => toIdea(ideaRow(changes));

describe('what changed since it was read', () => {
  it('is nothing for an idea that was never read, or not changed', () => {
    expect(findChangesSince(undefined, idea({ version: 4 }))).toEqual([]);
    expect(findChangesSince(toReadState(idea()), idea())).toEqual([]);
  });

  it('is each level and the status, old and new', () => {
    const now = idea({ version: 3, invalidation_level: '1.0740', exit_3: null, status: 'invalid' });
    expect(findChangesSince(toReadState(idea()), now)).toEqual([
      { field: 'invalidation_level', old: '1.0755', new: '1.0740' },
      { field: 'exit_3', old: '1.1062', new: null },
      { field: 'status', old: 'active', new: 'invalid' },
    ]);
  });

  it('is nothing where only notes changed, or a price is written with another zero', () => {
    const now = idea({ version: 2, notes: 'Other words.', entry_1: '1.08420' });
    expect(findChangesSince(toReadState(idea()), now)).toEqual([]);
  });

  it('is nothing where a level went away and came back', () => {
    expect(findChangesSince(toReadState(idea()), idea({ version: 3 }))).toEqual([]);
  });
});

describe('readings', () => {
  it('are replaced by later versions only: another tab may be behind', () => {
    const list = addReadState([], toReadState(idea({ version: 2, entry_1: '1.0850' })));
    expect(addReadState(list, toReadState(idea()))).toBe(list);
    expect(addReadState(list, toReadState(idea({ version: 3 }))).map(({ version }) => version)).toEqual([3]);
  });

  it('are bounded, the oldest forgotten first, each idea once', () => {
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
