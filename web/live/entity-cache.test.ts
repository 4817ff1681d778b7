import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { isListed } from '../../contract/ideas/idea-lists.ts';
import { ideaStatuses, type TradeIdea } from '../../contract/ideas/ideas.ts';
import { completedRow, completedRows } from '../../contract/record/completed-rows.fixture.ts';
import { clearCachedData } from '../shared/storage/session-reset.ts';
import { createEntityCache, type FetchPage, type PagedList } from './entity-cache.ts';

const KEY = ['completed'];
const filter = { state: 'completed' } as const;

let client: QueryClient;
let cache: ReturnType<typeof createEntityCache<TradeIdea>>;
/** What the server has, and what it answers. */
let stored: Map<string, TradeIdea>;
let pageSize: number;
/** Runs while an answer is on its way, after the server has made it. */
let beforeArrival: () => void;

const server = () => [...stored.values()].filter((idea) => isListed(idea, filter));
const fetchPage: FetchPage<TradeIdea> = async (cursor) => {
  const from = cursor === null ? server() : server().filter(({ created_at }) => created_at < cursor);
  const rows = from.slice(0, pageSize);
  const page = { rows, cursor: from.length > pageSize ? rows.at(-1)!.created_at : null };
  beforeArrival();
  return page;
};
const load = () => client.fetchQuery({ ...cache.listQuery(KEY, fetchPage), staleTime: 0 });
const loadNext = async () => {
  const { next } = list();
  if (next !== null) await cache.fetchNextPage(client, KEY, next, fetchPage);
};
const list = () => client.getQueryData<PagedList<TradeIdea>>(KEY) ?? { rows: [], next: null };
const ids = () => list().rows.map(({ id }) => id);

beforeEach(() => {
  client = new QueryClient();
  cache = createEntityCache<TradeIdea>({
    isNewer: (a, b) => a.version > b.version,
    membership: ([key]) => (key === 'completed' ? (idea) => isListed(idea, filter) : null),
  });
  stored = new Map(completedRows(1, 5).map((idea) => [idea.id, idea]));
  pageSize = 50;
  beforeArrival = () => undefined;
});

const reset = (idea: TradeIdea): TradeIdea => ({ ...idea, status: 'pending', version: idea.version + 1 });

describe('an entity cache', () => {
  it('puts a change into the lists it belongs to, once', async () => {
    await load();
    const changed = completedRow(2, { version: 3, notes: 'new' });
    expect(cache.apply(client, changed)).toBe(true);
    expect(list().rows[1]).toBe(changed);
    const after = list();
    expect(cache.apply(client, changed)).toBe(false);
    expect(list()).toBe(after);
  });

  it('removes a row that no longer matches, and a deleted one for good', async () => {
    await load();
    cache.apply(client, reset(completedRow(2)));
    cache.remove(client, completedRow(3).id);
    cache.apply(client, completedRow(3, { version: 9 }));
    expect(ids()).toEqual([1, 4, 5].map((number) => completedRow(number).id));
  });

  it('never replaces a newer state by an older one', async () => {
    await load();
    const known = list();
    cache.apply(client, completedRow(2, { version: 1, status: 'pending' }));
    expect(list()).toBe(known);
  });

  it('ignores data of another shape', () => {
    client.setQueryData(KEY, [1]);
    cache.apply(client, completedRow(1));
    expect(client.getQueryData(KEY)).toEqual([1]);
  });

  it('keeps a change that a response in flight does not contain', async () => {
    await load();
    beforeArrival = () => {
      cache.apply(client, reset(completedRow(1)));
      cache.remove(client, completedRow(2).id);
      cache.apply(client, completedRow(0));
    };
    await load();
    expect(ids()).toEqual([0, 3, 4, 5].map((number) => completedRow(number).id));
  });

  it('accepts a response that was requested long after the change', async () => {
    await load();
    const now = Date.now;
    Date.now = () => now() - 60_000;
    cache.apply(client, reset(completedRow(1)));
    Date.now = now;
    await load();
    expect(ids()).toHaveLength(5);
  });

  it('applies recent changes to the next page too', async () => {
    pageSize = 2;
    await load();
    beforeArrival = () => cache.apply(client, reset(completedRow(4)));
    await loadNext();
    expect(ids()).toEqual([1, 2, 3].map((number) => completedRow(number).id));
  });

  it('starts over after a reset of the stream: the next response replaces all loaded rows', async () => {
    pageSize = 2;
    await load();
    await loadNext();
    stored.delete(completedRow(4).id);
    cache.startOver(client);
    await load();
    expect(ids()).toEqual([1, 2].map((number) => completedRow(number).id));
    await loadNext();
    await loadNext();
    expect(ids()).toEqual([1, 2, 3, 5].map((number) => completedRow(number).id));
  });

  it('clears the cache with the session', async () => {
    cache.remove(client, completedRow(1).id);
    clearCachedData();
    await load();
    expect(ids()).toHaveLength(5);
  });
});

it('ends with the list of the server after pages, refreshes and changes in any order', async () => {
  const step = fc.oneof(
    fc.constant({ what: 'page' as const }),
    fc.constant({ what: 'refresh' as const }),
    fc.record({
      what: fc.constant('status' as const),
      number: fc.integer({ min: 1, max: 40 }),
      status: fc.constantFrom(...ideaStatuses),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      clearCachedData();
      client.clear();
      stored = new Map(completedRows(1, 40).map((idea) => [idea.id, idea]));
      pageSize = 6;
      await load();
      for (const one of steps) {
        if (one.what === 'refresh') await load();
        if (one.what === 'page') await loadNext();
        if (one.what === 'status') {
          const before = stored.get(completedRow(one.number).id)!;
          const after = { ...before, status: one.status, version: before.version + 1 };
          stored.set(after.id, after);
          cache.apply(client, after);
        }
        const { rows, next } = list();
        expect(rows).toEqual(next === null ? server() : server().slice(0, rows.length));
      }
    }),
    { numRuns: 200 },
  );
});

it('ends with the newest state of a row for states in any order, each twice', async () => {
  const versions = fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(versions, versions, async (first, second) => {
      clearCachedData();
      client.setQueryData(KEY, { rows: [], next: null });
      for (const version of [...first, ...second])
        cache.apply(client, completedRow(1, { version, notes: `${version}` }));
      const newest = Math.max(...first, ...second);
      expect(list().rows).toMatchObject([{ version: newest, notes: `${newest}` }]);
    }),
  );
});
