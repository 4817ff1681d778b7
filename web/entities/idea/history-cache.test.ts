import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { applyToHistories, historyKey, mayBeOlderThanHeard } from './history-cache.ts';
import type { HistoryFilter, HistoryList } from './history-list.ts';
import { completedRow, completedRows } from './history-rows.fixture.ts';

const filters: HistoryFilter[] = [
  { market: 'Forex', ideaType: 'Leverage' },
  { market: 'Forex', ideaType: 'Exchange' },
  { market: 'Forex', ideaType: 'Leverage', educatorId: '4' },
  { market: 'Forex', ideaType: 'Leverage', pair: 'eur/usd', result: 'successful' },
];
const clientWith = (list: HistoryList) => {
  const client = new QueryClient();
  for (const filter of filters) client.setQueryData(historyKey(filter), list);
  return client;
};
const lengths = (client: QueryClient) =>
  filters.map((filter) => client.getQueryData<HistoryList>(historyKey(filter))?.ideas.length);

describe('the histories that are loaded', () => {
  it('take a completed idea where their filter wants it', () => {
    const client = clientWith({ ideas: [], next: null });
    applyToHistories(client, { record: completedRow(1), old_record: null });
    expect(lengths(client)).toEqual([1, 0, 0, 1]);
  });

  it('lose an idea that was deleted or is open again', () => {
    const client = clientWith({ ideas: completedRows(1, 2), next: null });
    applyToHistories(client, { record: null, old_record: completedRow(1) });
    applyToHistories(client, {
      record: completedRow(2, { status: 'pending', version: 3 }),
      old_record: null,
    });
    expect(lengths(client)).toEqual([0, 0, 0, 0]);
  });

  it('doubt for a while an answer that may be older than what was heard', () => {
    applyToHistories(clientWith({ ideas: [], next: null }), { record: completedRow(1), old_record: null });
    expect(mayBeOlderThanHeard(Date.now())).toBe(true);
    expect(mayBeOlderThanHeard(Date.now() + 4_000)).toBe(false);
  });
});
