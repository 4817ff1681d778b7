import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ideaStatuses, type TradeIdea } from '../../../contract/ideas.ts';
import { UNKNOWN_CURSOR } from '../../shared/api/list-cursor.ts';
import {
  belongs,
  type HistoryFilter,
  type HistoryList,
  withFirstPage,
  withIdea,
  withNextPage,
  withoutIdea,
} from './history-list.ts';
import { completedRow, completedRows } from './history-rows.fixture.ts';

const filter: HistoryFilter = { market: 'Forex', ideaType: 'Leverage' };
const numbers = ({ ideas }: Pick<HistoryList, 'ideas'>) => ideas.map(({ id }) => Number(id.slice(-12)));
const list = (from: number, to: number, next: string | null = null): HistoryList => ({
  ideas: completedRows(from, to),
  next,
});
const without = (number: number, from: number, to: number): HistoryList =>
  withoutIdea(list(from, to), completedRow(number));

describe('what belongs in a history', () => {
  it('is completed, of its market and type, and by nobody hidden', () => {
    expect(ideaStatuses.filter((status) => belongs(completedRow(1, { status }), filter))).toEqual([
      'successful',
      'unsuccessful',
      'success',
      'failure',
      'completed',
    ]);
    expect(belongs(completedRow(1, { market_type: 'Crypto' }), filter)).toBe(false);
    expect(belongs(completedRow(1, { idea_type: 'Exchange' }), filter)).toBe(false);
    expect(belongs(completedRow(1, { educator_id: '9' }), filter)).toBe(false);
  });

  it('follows the S&P 500 rule, the search and the result', () => {
    const index = completedRow(1, { pair: 'SPX/USDT', market_type: 'Crypto', status: 'failure' });
    expect(belongs(index, filter)).toBe(true);
    expect(belongs(index, { ...filter, market: 'Crypto' })).toBe(false);
    expect(belongs(index, { ...filter, pair: 'spxusdt', result: 'unsuccessful', educatorId: '3' })).toBe(
      true,
    );
    expect(belongs(index, { ...filter, result: 'successful' })).toBe(false);
    expect(belongs(completedRow(1, { status: 'completed' }), { ...filter, result: 'successful' })).toBe(
      false,
    );
  });
});

describe('a live change', () => {
  it('puts a completed idea in its place by when it was published', () => {
    expect(numbers(withIdea(without(3, 1, 5), completedRow(3), filter))).toEqual([1, 2, 3, 4, 5]);
    expect(numbers(withIdea(list(2, 4), completedRow(1), filter))).toEqual([1, 2, 3, 4]);
  });

  it('beyond what is loaded waits for its page; at the end of the list it is added', () => {
    const partly = list(1, 3, 'more');
    expect(withIdea(partly, completedRow(9), filter)).toBe(partly);
    expect(numbers(withIdea(list(1, 3), completedRow(9), filter))).toEqual([1, 2, 3, 9]);
  });

  it('takes out what was reset to pending or moved elsewhere', () => {
    const pending = completedRow(2, { status: 'pending', version: 3 });
    expect(numbers(withIdea(list(1, 3), pending, filter))).toEqual([1, 3]);
    const moved = completedRow(2, { idea_type: 'Exchange', version: 3 });
    expect(numbers(withIdea(list(1, 3), moved, filter))).toEqual([1, 3]);
  });

  it('never puts an older state over a newer one, nor one that is there already', () => {
    const known = list(1, 3);
    expect(withIdea(known, completedRow(2, { status: 'pending', version: 1 }), filter)).toBe(known);
    expect(withIdea(known, completedRow(2), filter)).toBe(known);
  });
});

describe('the first page read again', () => {
  it('is the same list when nothing has changed', () => {
    const known = list(1, 8, 'more');
    expect(withFirstPage(known, { rows: completedRows(1, 3), cursor: 'c' })).toBe(known);
  });

  it('replaces its part and keeps what is loaded beyond', () => {
    const page = { rows: [completedRow(1), completedRow(3), completedRow(4)], cursor: 'c' };
    const now = withFirstPage(without(1, 1, 8), page);
    expect(numbers(now)).toEqual([1, 3, 4, 5, 6, 7, 8]);
  });

  it('keeps a newer state that is known', () => {
    const newer = completedRow(2, { version: 5 });
    const known: HistoryList = { ideas: [completedRow(1), newer, completedRow(3)], next: 'more' };
    expect(withFirstPage(known, { rows: completedRows(1, 2), cursor: 'c' }).ideas[1]).toBe(newer);
  });

  it('starts over where it does not reach what is loaded: what lies between is unknown', () => {
    const fresh = withFirstPage(list(60, 80, 'more'), { rows: completedRows(1, 50), cursor: 'c' });
    expect([numbers(fresh).length, fresh.next]).toEqual([50, 'c']);
  });

  it('is the whole list where it is the only page', () => {
    expect(withFirstPage(list(1, 3), { rows: completedRows(1, 2), cursor: null })).toEqual(list(1, 2));
    expect(withFirstPage(list(1, 3), { rows: [], cursor: null }).ideas).toEqual([]);
  });

  it('leads on from what was kept for reading offline, which does not know how it goes on', () => {
    const kept = list(2, 51, UNKNOWN_CURSOR);
    expect(withFirstPage(kept, { rows: completedRows(2, 51), cursor: 'c' })).toEqual(list(2, 51, 'c'));
    // One has been completed since: the last one kept is on the next page now.
    expect(withFirstPage(kept, { rows: completedRows(1, 50), cursor: 'c' })).toEqual(list(1, 50, 'c'));
  });
});

describe('the next page', () => {
  it('follows, unless the list has gone elsewhere meanwhile', () => {
    const page = { rows: completedRows(4, 6), cursor: null };
    expect(withNextPage(list(1, 3, 'c'), 'c', page)).toEqual(list(1, 6));
    const elsewhere = list(1, 3, 'd');
    expect(withNextPage(elsewhere, 'c', page)).toBe(elsewhere);
  });

  it('brings no idea twice', () => {
    expect(numbers(withNextPage(list(1, 3, 'c'), 'c', { rows: completedRows(3, 5), cursor: null }))).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });
});

it('pages and changes in any order make the list the server has, each idea once', () => {
  const step = fc.oneof(
    fc.record({ what: fc.constant('page' as const) }),
    fc.record({ what: fc.constant('refresh' as const) }),
    fc.record({
      what: fc.constant('status' as const),
      number: fc.integer({ min: 1, max: 40 }),
      status: fc.constantFrom(...ideaStatuses),
    }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const stored = new Map<string, TradeIdea>(completedRows(1, 40).map((idea) => [idea.id, idea]));
      const server = () => [...stored.values()].filter((idea) => belongs(idea, filter));
      const pageAfter = (cursor: string | null, size: number) => {
        const from = cursor === null ? server() : server().filter(({ created_at }) => created_at < cursor);
        const rows = from.slice(0, size);
        return { rows, cursor: from.length > size ? rows.at(-1)!.created_at : null };
      };
      let known = withFirstPage(undefined, pageAfter(null, 5));
      for (const one of steps) {
        if (one.what === 'refresh') known = withFirstPage(known, pageAfter(null, 5));
        if (one.what === 'page' && known.next !== null)
          known = withNextPage(known, known.next, pageAfter(known.next, 7));
        if (one.what === 'status') {
          const before = stored.get(completedRow(one.number).id)!;
          const after = { ...before, status: one.status, version: before.version + 1 };
          stored.set(after.id, after);
          known = withIdea(known, after, filter);
        }
        const loaded = known.next === null ? server() : server().slice(0, known.ideas.length);
        expect(known.ideas).toEqual(loaded);
      }
    }),
    { numRuns: 200 },
  );
});
