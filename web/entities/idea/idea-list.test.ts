import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ideaRow } from '../../../contract/idea-row.fixture.ts';
import type { TradeIdea } from '../../../contract/ideas.ts';
import { filterOfUrl, type Heard, marketView, placeIdea, reconcile, withoutIdea } from './idea-list.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();
const row = (id: string, minute: number, more: Partial<TradeIdea> = {}) =>
  ideaRow({ id, created_at: at(minute), ...more });
const ids = (list: readonly TradeIdea[]) => list.map(({ id }) => id);

describe('a list of ideas', () => {
  test('is known by its URL; other addresses and later pages are not lists to change', () => {
    expect(filterOfUrl('/api/trade-ideas?market=Forex&state=active')).toEqual({
      market: 'Forex',
      state: 'active',
    });
    expect(filterOfUrl('/api/trade-ideas')).toEqual({});
    expect(filterOfUrl('/api/trade-ideas/1')).toBeNull();
    expect(filterOfUrl('/api/trade-ideas?state=completed&cursor=x')).toBeNull();
    expect(filterOfUrl(7)).toBeNull();
  });

  test('takes a new idea at the place of its time', () => {
    const list = [row('c', 30), row('a', 10)];
    expect(ids(placeIdea(list, row('d', 40), {}))).toEqual(['d', 'c', 'a']);
    expect(ids(placeIdea(list, row('b', 20), {}))).toEqual(['c', 'b', 'a']);
  });

  test('changes an idea in place and never for an older version', () => {
    const list = [row('b', 20, { version: 3 }), row('a', 10)];
    expect(placeIdea(list, row('b', 20, { version: 2 }), {})).toBe(list);
    expect(placeIdea(list, row('b', 20, { version: 4, entry_1: '1.09' }), {})[0]).toMatchObject({
      entry_1: '1.09',
    });
  });

  test('loses an idea that completes, moves to the other market or is deleted', () => {
    const list = [row('b', 20), row('a', 10)];
    const filter = { market: 'Forex', state: 'active' } as const;
    expect(ids(placeIdea(list, row('b', 20, { version: 2, status: 'successful' }), filter))).toEqual(['a']);
    expect(ids(placeIdea(list, row('b', 20, { version: 2, market_type: 'Crypto' }), filter))).toEqual(['a']);
    expect(ids(withoutIdea(list, 'a'))).toEqual(['b']);
    expect(withoutIdea(list, 'x')).toBe(list);
  });

  test('of a market shows no test data, nothing completed, and invalid ideas last', () => {
    const list = [
      row('e', 50, { status: 'invalid' }),
      row('d', 40, { educator_id: '9' }),
      row('c', 30, { status: 'failure' }),
      row('b', 20, { status: 'pending' }),
      row('a', 10),
    ];
    expect(ids(marketView(list))).toEqual(['b', 'a', 'e']);
  });
});

describe('an answer that left before a change was heard', () => {
  const heard = (row: TradeIdea | null, version: number, time: number): Heard => ({ row, version, at: time });

  test('does not undo what was heard since', () => {
    const list = [row('a', 10)];
    const changed = row('a', 10, { version: 2, entry_1: '1.09' });
    const known = new Map([
      ['a', heard(changed, 2, 100)],
      ['b', heard(row('b', 20), 1, 100)],
      ['c', heard(null, 1, 100)],
    ]);
    expect(reconcile([...list, row('c', 5)], known, {}, 50)).toEqual([row('b', 20), changed]);
  });

  test('is believed about everything heard before it left', () => {
    const answer = [row('a', 10)];
    expect(reconcile(answer, new Map([['a', heard(null, 1, 100)]]), {}, 101)).toBe(answer);
  });
});

const anyRow = fc
  .record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    version: fc.integer({ min: 1, max: 5 }),
    market_type: fc.constantFrom('Forex' as const, 'Crypto' as const),
    status: fc.constantFrom('active' as const, 'pending' as const, 'successful' as const),
  })
  .map(({ id, ...more }) => row(id, id.charCodeAt(0), more));

test('whatever comes in whatever order, a list holds each idea once, newest first', () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 20 }), (rows) => {
      const list = rows.reduce<readonly TradeIdea[]>(
        (now, next) => placeIdea(now, next, { market: 'Forex' }),
        [],
      );
      expect(new Set(ids(list)).size).toBe(list.length);
      expect(ids(list)).toEqual(ids(list).toSorted().toReversed());
      for (const idea of list) expect(idea.market_type).toBe('Forex');
    }),
  );
});
