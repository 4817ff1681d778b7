import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ideaRow } from '../../contract/ideas/idea-row.fixture.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import type { PagedList } from '../live/entity-cache.ts';
import { clearCachedData } from '../shared/storage/session-reset.ts';
import {
  announceNewIdeas,
  applyIdeaChange,
  type IdeaChange,
  parseListUrl,
  selectMarketView,
} from './idea-lists.ts';

const FOREX = '/api/trade-ideas?market=Forex&state=active';
const OWN = '/api/trade-ideas?educatorId=3';

const change = (type: IdeaChange['type'], row: TradeIdea): IdeaChange => ({
  type,
  record: type === 'DELETE' ? null : row,
  old_record: type === 'DELETE' ? row : null,
  commit_timestamp: '2026-11-20T12:00:01.000Z',
});

const paged = (...rows: TradeIdea[]): PagedList<TradeIdea> => ({ rows, next: null });

let client: QueryClient;
const list = (url: string) => client.getQueryData<PagedList<TradeIdea>>([url])?.rows;
const observed: { type: string; detail: unknown }[] = [];

beforeEach(() => {
  clearCachedData();
  client = new QueryClient();
  client.setQueryData([FOREX], paged());
  client.setQueryData([OWN], paged());
  observed.length = 0;
  const window = new EventTarget();
  for (const type of ['tradeIdeaCreated', 'tradeIdeaUpdated'])
    window.addEventListener(type, (event) =>
      observed.push({ type, detail: (event as CustomEvent<unknown>).detail }),
    );
  vi.stubGlobal('window', window);
});
afterEach(() => vi.unstubAllGlobals());

describe('a live change', () => {
  test('applies a live change to every list that includes the idea', () => {
    applyIdeaChange(client, change('INSERT', ideaRow()));
    expect(list(FOREX)).toHaveLength(1);
    expect(list(OWN)).toHaveLength(1);
    applyIdeaChange(client, change('UPDATE', ideaRow({ version: 2, status: 'successful' })));
    expect(list(FOREX)).toEqual([]);
    expect(list(OWN)).toMatchObject([{ status: 'successful' }]);
  });

  test('dispatches tradeIdeaCreated and tradeIdeaUpdated with the client-side idea, and nothing for a deletion (§4.21)', () => {
    applyIdeaChange(client, change('INSERT', ideaRow()));
    applyIdeaChange(client, change('UPDATE', ideaRow({ version: 2, entry_1: '1.0850' })));
    applyIdeaChange(client, change('DELETE', ideaRow({ version: 2 })));
    expect(observed).toMatchObject([
      { type: 'tradeIdeaCreated', detail: { tradeIdea: { entry1: '1.0842' }, marketType: 'Forex' } },
      {
        type: 'tradeIdeaUpdated',
        detail: { tradeIdea: { entry1: '1.0850' }, timestamp: '2026-11-20T12:00:01.000Z' },
      },
    ]);
  });

  test('applies a change once, whether it came from an own write, the stream or both', () => {
    const insert = change('INSERT', ideaRow());
    applyIdeaChange(client, insert);
    const first = list(FOREX);
    applyIdeaChange(client, insert);
    expect(list(FOREX)).toBe(first);
    expect(observed).toHaveLength(1);
  });

  test('does not restore a deleted or completed idea by a late change', () => {
    applyIdeaChange(client, change('UPDATE', ideaRow({ version: 3, status: 'successful' })));
    applyIdeaChange(client, change('UPDATE', ideaRow({ version: 2 })));
    expect(list(FOREX)).toEqual([]);
    const other = { id: '00000000-0000-4000-8000-000000000002' };
    applyIdeaChange(client, change('DELETE', ideaRow({ ...other, version: 2 })));
    applyIdeaChange(client, change('UPDATE', ideaRow({ ...other, version: 2 })));
    expect(list(OWN)).toHaveLength(1);
  });
});

describe('a new idea in a list response', () => {
  const there = ideaRow();
  const next = ideaRow({
    id: '00000000-0000-4000-8000-000000000002',
    pair: 'GBP/USD',
    created_at: '2026-11-20T12:05:00.000Z',
  });
  const pairs = () =>
    observed.map(({ detail }) => (detail as { tradeIdea: { pair: string } }).tradeIdea.pair);

  test('announces a new idea once, with its publishing time, whether the list or the stream comes first', () => {
    announceNewIdeas(paged(there), paged(next, there));
    expect(observed).toMatchObject([
      { type: 'tradeIdeaCreated', detail: { marketType: 'Forex', timestamp: next.created_at } },
    ]);
    applyIdeaChange(client, change('INSERT', next));
    announceNewIdeas(paged(there), paged(next, there));
    expect(pairs()).toEqual(['GBP/USD']);
    clearCachedData();
    applyIdeaChange(client, change('INSERT', next));
    announceNewIdeas(paged(there), paged(next, there));
    expect(pairs()).toEqual(['GBP/USD', 'GBP/USD']);
  });

  test('does not announce ideas of the first response, nor an older idea that returns to the list', () => {
    announceNewIdeas(undefined, paged(next, there));
    announceNewIdeas(paged(next), paged(next, there));
    expect(observed).toEqual([]);
    announceNewIdeas(paged(), paged(there));
    expect(pairs()).toEqual(['EUR/USD']);
  });
});

describe('a list of ideas', () => {
  test('recognises a list of ideas by its URL', () => {
    expect(parseListUrl('/api/trade-ideas?market=Forex&state=active')).toEqual({
      market: 'Forex',
      state: 'active',
    });
    expect(parseListUrl('/api/trade-ideas')).toEqual({});
    expect(parseListUrl('/api/trade-ideas/1')).toBeNull();
    expect(parseListUrl(7)).toBeNull();
  });

  test('omits test data and completed ideas from the list of a market, and puts invalid ideas last', () => {
    const rows = [
      ideaRow({ id: 'e', status: 'invalid' }),
      ideaRow({ id: 'd', educator_id: '9' }),
      ideaRow({ id: 'c', status: 'failure' }),
      ideaRow({ id: 'b', status: 'pending' }),
      ideaRow({ id: 'a' }),
    ];
    expect(selectMarketView(rows).map(({ id }) => id)).toEqual(['b', 'a', 'e']);
  });
});
