import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ideaRow } from '../../../contract/idea-row.fixture.ts';
import type { TradeIdea } from '../../../contract/ideas.ts';
import { forgetCachedData } from '../../shared/storage/session-reset.ts';
import { announceFound, applyIdeaEvent, type IdeaChange, settleAnswer } from './idea-cache.ts';

const FOREX = '/api/trade-ideas?market=Forex&state=active';
const OWN = '/api/trade-ideas?educatorId=3';

const change = (type: IdeaChange['type'], row: TradeIdea): IdeaChange => ({
  type,
  record: type === 'DELETE' ? null : row,
  old_record: type === 'DELETE' ? row : null,
  commit_timestamp: '2026-11-20T12:00:01.000Z',
});

let client: QueryClient;
const list = (url: string) => client.getQueryData<TradeIdea[]>([url]);
const heard: { type: string; detail: unknown }[] = [];

beforeEach(() => {
  forgetCachedData();
  client = new QueryClient();
  client.setQueryData([FOREX], []);
  client.setQueryData([OWN], []);
  heard.length = 0;
  const window = new EventTarget();
  for (const type of ['tradeIdeaCreated', 'tradeIdeaUpdated'])
    window.addEventListener(type, (event) =>
      heard.push({ type, detail: (event as CustomEvent<unknown>).detail }),
    );
  vi.stubGlobal('window', window);
});
afterEach(() => vi.unstubAllGlobals());

describe('a live change', () => {
  test('reaches every list the idea belongs to', () => {
    applyIdeaEvent(client, change('INSERT', ideaRow()));
    expect(list(FOREX)).toHaveLength(1);
    expect(list(OWN)).toHaveLength(1);
    applyIdeaEvent(client, change('UPDATE', ideaRow({ version: 2, status: 'successful' })));
    expect(list(FOREX)).toEqual([]);
    expect(list(OWN)).toMatchObject([{ status: 'successful' }]);
  });

  test('announces tradeIdeaCreated and tradeIdeaUpdated with the idea as screens read it, and nothing on delete', () => {
    applyIdeaEvent(client, change('INSERT', ideaRow()));
    applyIdeaEvent(client, change('UPDATE', ideaRow({ version: 2, entry_1: '1.0850' })));
    applyIdeaEvent(client, change('DELETE', ideaRow({ version: 2 })));
    expect(heard).toMatchObject([
      { type: 'tradeIdeaCreated', detail: { tradeIdea: { entry1: '1.0842' }, marketType: 'Forex' } },
      {
        type: 'tradeIdeaUpdated',
        detail: { tradeIdea: { entry1: '1.0850' }, timestamp: '2026-11-20T12:00:01.000Z' },
      },
    ]);
  });

  test('counts once, whether it was an own call, the stream or both', () => {
    const insert = change('INSERT', ideaRow());
    applyIdeaEvent(client, insert);
    const first = list(FOREX);
    applyIdeaEvent(client, insert);
    expect(list(FOREX)).toBe(first);
    expect(heard).toHaveLength(1);
  });

  test('does not bring a deleted or completed idea back when it comes late', () => {
    applyIdeaEvent(client, change('UPDATE', ideaRow({ version: 3, status: 'successful' })));
    applyIdeaEvent(client, change('UPDATE', ideaRow({ version: 2 })));
    expect(list(FOREX)).toEqual([]);
    const other = { id: '00000000-0000-4000-8000-000000000002' };
    applyIdeaEvent(client, change('DELETE', ideaRow({ ...other, version: 2 })));
    applyIdeaEvent(client, change('UPDATE', ideaRow({ ...other, version: 2 })));
    expect(list(OWN)).toHaveLength(1);
  });

  test('wins over a poll that left before it', () => {
    const askedAt = Date.now();
    applyIdeaEvent(client, change('INSERT', ideaRow()));
    expect(settleAnswer(FOREX, [], askedAt)).toHaveLength(1);
    expect(settleAnswer(FOREX, [], askedAt + 60_000)).toEqual([]);
  });

  test('leaves data of another shape alone', () => {
    client.setQueryData([OWN], { pages: [] });
    applyIdeaEvent(client, change('INSERT', ideaRow()));
    expect(list(OWN)).toEqual({ pages: [] });
  });
});

describe('an idea that a list brings before the stream', () => {
  const there = ideaRow();
  const next = ideaRow({
    id: '00000000-0000-4000-8000-000000000002',
    pair: 'GBP/USD',
    created_at: '2026-11-20T12:05:00.000Z',
  });
  const pairs = () => heard.map(({ detail }) => (detail as { tradeIdea: { pair: string } }).tradeIdea.pair);

  test('is announced once, with the time of its publication, whichever of the two comes first', () => {
    announceFound([there], [next, there]);
    expect(heard).toMatchObject([
      { type: 'tradeIdeaCreated', detail: { marketType: 'Forex', timestamp: next.created_at } },
    ]);
    applyIdeaEvent(client, change('INSERT', next));
    announceFound([there], [next, there]);
    expect(pairs()).toEqual(['GBP/USD']);
    forgetCachedData();
    applyIdeaEvent(client, change('INSERT', next));
    announceFound([there], [next, there]);
    expect(pairs()).toEqual(['GBP/USD', 'GBP/USD']);
  });

  test('is none in the first answer, and none where an older one only comes back', () => {
    announceFound(undefined, [next, there]);
    announceFound([next], [next, there]);
    expect(heard).toEqual([]);
    announceFound([], [there]);
    expect(pairs()).toEqual(['EUR/USD']);
  });
});

test('changes of one idea in any order, twice over, end at its newest state', () => {
  const versions = fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 1 });
  fc.assert(
    fc.property(versions, versions, (first, second) => {
      forgetCachedData();
      client.setQueryData([FOREX], []);
      for (const version of [...first, ...second])
        applyIdeaEvent(client, change('UPDATE', ideaRow({ version, entry_1: `1.0${version}` })));
      const newest = Math.max(...first, ...second);
      expect(list(FOREX)).toMatchObject([{ version: newest, entry_1: `1.0${newest}` }]);
    }),
  );
});
