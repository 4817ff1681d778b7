import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SeenIdeas } from '../../shared/storage/storage-keys.ts';
import { addFirstLoad, addSeen, findUnseenIds, MAX_SEEN_IDS } from './seen-ideas.ts';

const nothing: SeenIdeas = { markets: [], ids: [] };
const none = new Set<string>();

const unseenCount = (...of: Parameters<typeof findUnseenIds>) => findUnseenIds(...of).length;

describe('seen ideas', () => {
  it('includes all existing ideas after the first load of a market (§4.14)', () => {
    const seen = addFirstLoad(nothing, 'Forex', ['a', 'b'], none);
    expect(unseenCount(seen, 'Forex', ['a', 'b'], true)).toBe(0);
    expect(unseenCount(seen, 'Forex', ['c', 'a', 'b'], true)).toBe(1);
  });

  it('initialises each market separately', () => {
    const seen = addFirstLoad(nothing, 'Forex', ['a'], none);
    expect(unseenCount(seen, 'Crypto', ['x', 'y'], true)).toBe(0);
    const both = addFirstLoad(seen, 'Crypto', ['x', 'y'], none);
    expect(unseenCount(both, 'Crypto', ['z', 'x', 'y'], true)).toBe(1);
  });

  it('does not add ideas of a later load', () => {
    const seen = addFirstLoad(nothing, 'Forex', ['a'], none);
    expect(addFirstLoad(seen, 'Forex', ['a', 'b'], none)).toBe(seen);
  });

  it('counts nothing for a market without notifications until they are on again (§4.14)', () => {
    const seen = addFirstLoad(nothing, 'Forex', [], none);
    expect(unseenCount(seen, 'Forex', ['a'], false)).toBe(0);
    expect(unseenCount(seen, 'Forex', ['a'], true)).toBe(1);
  });

  const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: 30 });

  it('keeps ideas seen when other ideas are marked later', () => {
    fc.assert(
      fc.property(ids, fc.array(ids, { maxLength: 8 }), (first, later) => {
        const present = new Set(first);
        const end = later.reduce(
          (seen, more) => addSeen(seen, more, present),
          addFirstLoad(nothing, 'Forex', first, present),
        );
        expect(unseenCount(end, 'Forex', first, true)).toBe(0);
      }),
    );
  });

  it('leaves exactly the unmarked ideas unseen', () => {
    fc.assert(
      fc.property(ids, ids, ids, (first, marked, present) => {
        const seen = addSeen(addFirstLoad(nothing, 'Crypto', first, none), marked, none);
        const expected = present.filter((id) => !first.includes(id) && !marked.includes(id));
        expect(unseenCount(seen, 'Crypto', present, true)).toBe(expected.length);
      }),
    );
  });

  it('stores the same ideas in whichever order two tabs mark them', () => {
    fc.assert(
      fc.property(ids, ids, (one, two) => {
        const ab = addSeen(addSeen(nothing, one, none), two, none).ids;
        const ba = addSeen(addSeen(nothing, two, none), one, none).ids;
        expect(new Set(ab)).toEqual(new Set(ba));
        expect(ab.length).toBe(new Set(ab).size);
      }),
    );
  });

  it('limits the number of ids, but never drops those of current ideas', () => {
    const many = Array.from({ length: MAX_SEEN_IDS + 500 }, (_, index) => `old-${index}`);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: many.length }), ids, (kept, added) => {
        const present = new Set([...many.slice(0, kept), ...added]);
        const seen = addSeen(
          { markets: ['Forex'], ids: many.slice(0, -1) },
          [...added, many.at(-1)!],
          present,
        );
        expect(seen.ids.length).toBeLessThanOrEqual(Math.max(MAX_SEEN_IDS, present.size + 1));
        expect(
          unseenCount(
            seen,
            'Forex',
            [...present].filter((id) => many.includes(id) || added.includes(id)),
            true,
          ),
        ).toBe(0);
      }),
      { numRuns: 30 },
    );
  });
});
