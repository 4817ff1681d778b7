import { describe, expect, it } from 'vitest';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { completedRow, completedRows } from '../../contract/record/completed-rows.fixture.ts';
import {
  isPagedList,
  type Page,
  type PagedList,
  placeRow,
  removeRow,
  UNKNOWN_CURSOR,
  withFirstPage,
  withNextPage,
} from './entity-cache.ts';

const list = (from: number, to: number, next: string | null = null): PagedList<TradeIdea> => ({
  rows: completedRows(from, to),
  next,
});
const numbers = ({ rows }: Pick<PagedList<TradeIdea>, 'rows'>) => rows.map(({ id }) => Number(id.slice(-12)));
const without = (number: number, from: number, to: number) =>
  removeRow(list(from, to), completedRow(number).id);
const refresh = (known: PagedList<TradeIdea> | undefined, page: Page<TradeIdea>) =>
  withFirstPage(known, page, (a, b) => a.version === b.version);

it('recognises its own shape only', () => {
  expect(isPagedList(list(1, 2))).toBe(true);
  for (const other of [null, undefined, [], { pages: [] }, 7]) expect(isPagedList(other)).toBe(false);
});

describe('placing a row', () => {
  it('inserts a row in order', () => {
    expect(numbers(placeRow(without(3, 1, 5), completedRow(3)))).toEqual([1, 2, 3, 4, 5]);
    expect(numbers(placeRow(list(2, 4), completedRow(1)))).toEqual([1, 2, 3, 4]);
  });

  it('orders rows of one instant by id', () => {
    const at = completedRow(2).created_at;
    const twin = completedRow(1, { id: 'f', created_at: at });
    expect(placeRow(list(1, 3), twin).rows.map(({ id }) => id)[1]).toBe('f');
  });

  it('replaces an older state of a row in place', () => {
    const changed = completedRow(2, { version: 3 });
    expect(placeRow(list(1, 3), changed).rows[1]).toBe(changed);
  });

  it('ignores a row beyond the loaded ones, and appends it to a complete list', () => {
    const partly = list(1, 3, 'more');
    expect(placeRow(partly, completedRow(9))).toBe(partly);
    expect(numbers(placeRow(list(1, 3), completedRow(9)))).toEqual([1, 2, 3, 9]);
  });
});

it('returns the same list when a removed row is not there', () => {
  const known = list(1, 3);
  expect(removeRow(known, 'x')).toBe(known);
  expect(numbers(without(2, 1, 3))).toEqual([1, 3]);
});

describe('the first page fetched again', () => {
  it('returns the same list when the first page has not changed', () => {
    const known = list(1, 8, 'more');
    expect(refresh(known, { rows: completedRows(1, 3), cursor: 'c' })).toBe(known);
    const complete = list(1, 3);
    expect(refresh(complete, { rows: completedRows(1, 3), cursor: null })).toBe(complete);
  });

  it('replaces the first page and keeps the rows loaded beyond it', () => {
    const page = { rows: [completedRow(1), completedRow(3), completedRow(4)], cursor: 'c' };
    expect(numbers(refresh(without(1, 1, 8), page))).toEqual([1, 3, 4, 5, 6, 7, 8]);
  });

  it('keeps the object of a row that is the same', () => {
    const known = list(1, 3, 'more');
    const changed = completedRow(1, { version: 3 });
    const now = refresh(known, { rows: [changed, completedRow(2)], cursor: 'c' });
    expect(now.rows[0]).toBe(changed);
    expect(now.rows[1]).toBe(known.rows[1]);
  });

  it('starts over when unknown rows lie between the first page and what is loaded', () => {
    const fresh = refresh(list(60, 80, 'more'), { rows: completedRows(1, 50), cursor: 'c' });
    expect([numbers(fresh).length, fresh.next]).toEqual([50, 'c']);
  });

  it('replaces the whole list when no page follows the first', () => {
    expect(refresh(list(1, 3), { rows: completedRows(1, 2), cursor: null })).toEqual(list(1, 2));
    expect(refresh(list(1, 3), { rows: [], cursor: null }).rows).toEqual([]);
  });

  it('replaces a list whose cursor is unknown', () => {
    const kept = list(2, 51, UNKNOWN_CURSOR);
    expect(refresh(kept, { rows: completedRows(2, 51), cursor: 'c' })).toEqual(list(2, 51, 'c'));
    // One row is new: the last kept one is on the next page now.
    expect(refresh(kept, { rows: completedRows(1, 50), cursor: 'c' })).toEqual(list(1, 50, 'c'));
    expect(refresh(list(1, 120, UNKNOWN_CURSOR), { rows: completedRows(1, 50), cursor: 'c' })).toEqual(
      list(1, 50, 'c'),
    );
  });
});

describe('the next page', () => {
  it('appends the next page, unless the list has moved on meanwhile', () => {
    const page = { rows: completedRows(4, 6), cursor: null };
    expect(withNextPage(list(1, 3, 'c'), 'c', page)).toEqual(list(1, 6));
    const elsewhere = list(1, 3, 'd');
    expect(withNextPage(elsewhere, 'c', page)).toBe(elsewhere);
  });

  it('adds no duplicate rows', () => {
    const page = { rows: completedRows(3, 5), cursor: null };
    expect(numbers(withNextPage(list(1, 3, 'c'), 'c', page))).toEqual([1, 2, 3, 4, 5]);
  });
});
