import { describe, expect, it } from 'vitest';
import { ideaRow } from '../../../contract/ideas/idea-row.fixture.ts';
import type { TradeIdea } from '../../../contract/ideas/ideas.ts';
import { toIdea } from '../../ideas/idea-model.ts';
import {
  type DeliveriesById,
  defaultSort,
  formatSort,
  parseSort,
  type SortKey,
  sortIdeas,
  sortLabels,
  toggleSort,
} from './sort-ideas.ts';

const noDeliveries: DeliveriesById = new Map();

/** Pairs of the sorted ideas. `rows` are newest first, as the list is. */
const sorted = (rows: Partial<TradeIdea>[], sort: string, deliveries = noDeliveries) =>
  sortIdeas(
    rows.map((row) => toIdea(ideaRow(row))),
    parseSort(sort),
    deliveries,
  ).map(({ pair }) => pair);

describe('sortIdeas', () => {
  it('sorts pairs without case, and keeps the newest first among equal ones', () => {
    const rows = [
      { pair: 'gbp/usd', created_at: '2026-11-20T12:00:00.000Z' },
      { pair: 'EUR/USD', created_at: '2026-11-19T12:00:00.000Z' },
      { pair: 'GBP/USD', created_at: '2026-11-18T12:00:00.000Z' },
    ];
    expect(sorted(rows, 'pair')).toEqual(['EUR/USD', 'gbp/usd', 'GBP/USD']);
    expect(sorted(rows, '-pair')).toEqual(['gbp/usd', 'GBP/USD', 'EUR/USD']);
    expect(sorted(rows, 'published')).toEqual(['GBP/USD', 'EUR/USD', 'gbp/usd']);
  });

  it('sorts R as numbers by the worst result, with ideas without an R last', () => {
    const rows: Partial<TradeIdea>[] = [
      { pair: 'OPEN' },
      { pair: 'LOSS', status: 'unsuccessful', result_level: 'invalidation_level' },
      { pair: 'WIN', status: 'successful' },
      { pair: 'UNKNOWN', status: 'unsuccessful' },
      { pair: 'BIG', status: 'successful', result_level: 'exit_1', exit_1: '1.2000' },
    ];
    expect(sorted(rows, '-r')).toEqual(['BIG', 'WIN', 'LOSS', 'OPEN', 'UNKNOWN']);
    expect(sorted(rows, 'r')).toEqual(['LOSS', 'WIN', 'BIG', 'OPEN', 'UNKNOWN']);
  });

  it('puts active ideas last when sorted by their closing time', () => {
    const rows: Partial<TradeIdea>[] = [
      { pair: 'OPEN' },
      { pair: 'EARLY', status: 'invalid', closed_at: '2026-11-18T12:00:00.000Z' },
      { pair: 'LATE', status: 'successful', closed_at: '2026-11-19T12:00:00.000Z' },
    ];
    expect(sorted(rows, '-closed')).toEqual(['LATE', 'EARLY', 'OPEN']);
    expect(sorted(rows, 'closed')).toEqual(['EARLY', 'LATE', 'OPEN']);
  });

  it('sorts by status in the order of the specification, and by accepted deliveries', () => {
    const rows: Partial<TradeIdea>[] = [
      { id: 'a', pair: 'FAILURE', status: 'failure' },
      { id: 'b', pair: 'ACTIVE', status: 'active' },
      { id: 'c', pair: 'WIN', status: 'success' },
    ];
    expect(sorted(rows, 'status')).toEqual(['ACTIVE', 'WIN', 'FAILURE']);
    const counts = { devices: 12, attempted: 12, gone: 0, waiting: 0, failed: 0 };
    const deliveries = new Map([
      ['a', { ...counts, accepted: 9 }],
      ['c', { ...counts, accepted: 11 }],
    ]);
    expect(sorted(rows, '-deliveries', deliveries)).toEqual(['WIN', 'FAILURE', 'ACTIVE']);
    expect(sorted(rows, 'deliveries', deliveries)).toEqual(['FAILURE', 'WIN', 'ACTIVE']);
  });
});

describe('the sorting in the address', () => {
  it('formats and parses the sorting in the address without loss, and leaves the default out', () => {
    expect(formatSort(defaultSort)).toBeUndefined();
    expect(parseSort(undefined)).toEqual(defaultSort);
    for (const by of Object.keys(sortLabels) as SortKey[])
      for (const descending of [true, false])
        expect(parseSort(formatSort({ by, descending }))).toEqual({ by, descending });
  });

  it('reverses the current column and starts numbers and times with the largest', () => {
    expect(toggleSort(defaultSort, 'published')).toEqual({ by: 'published', descending: false });
    expect(toggleSort(defaultSort, 'pair')).toEqual({ by: 'pair', descending: false });
    expect(toggleSort(defaultSort, 'r')).toEqual({ by: 'r', descending: true });
  });
});
