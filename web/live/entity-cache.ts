import type { QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { onSessionReset } from '../shared/storage/session-reset.ts';
import {
  indexOfRow,
  isPagedList,
  type Page,
  type PagedList,
  placeRow,
  type Row,
  removeRow,
  UNKNOWN_CURSOR,
  withFirstPage,
  withNextPage,
} from './paged-list.ts';

/**
 * How much older than a request a change may be and still win over its answer: another server process may lag behind by
 * its poll of the feed (1 s, DESIGN §5). After that the answer is believed, whatever it says: a backup may have been restored.
 */
const FEED_LAG_MS = 3_000;

type EntityOptions<R extends Row> = {
  /** Whether `a` is a later state of the same row than `b`. */
  isNewer: (a: R, b: R) => boolean;
  /** Which rows the list under a query key holds; null when the key is not a list of this entity. */
  membership: (queryKey: QueryKey) => ((row: R) => boolean) | null;
};

export type FetchPage<R extends Row> = (cursor: string | null, signal?: AbortSignal) => Promise<Page<R>>;

/**
 * The one way rows of an entity reach the cached lists: live events and own writes through `apply` and `remove`, answers
 * through `listQuery`. An older state never replaces a newer one, and a deleted row does not come back.
 */
export const createEntityCache = <R extends Row>({ isNewer, membership }: EntityOptions<R>) => {
  /** The latest known state of each changed row, null when it is deleted, and when this page learnt of it. */
  const recent = new Map<string, { row: R | null; at: number }>();
  onSessionReset(() => recent.clear());

  const place = (list: PagedList<R>, id: string, row: R | null, isMember: (row: R) => boolean) => {
    if (row === null) return removeRow(list, id);
    const present = list.rows[indexOfRow(list.rows, row)];
    if (present && !isNewer(row, present)) return list;
    return isMember(row) ? placeRow(list, row) : removeRow(list, id);
  };

  const updateLists = (
    client: QueryClient,
    update: (list: PagedList<R>, isMember: (row: R) => boolean) => PagedList<R>,
  ) => {
    for (const { queryKey, state } of client.getQueryCache().getAll()) {
      const isMember = membership(queryKey);
      if (!isMember || !isPagedList(state.data)) continue;
      const list = state.data as PagedList<R>;
      const updated = update(list, isMember);
      // `updatedAt` stays: a change says nothing about the rest of the list.
      if (updated !== list) client.setQueryData(queryKey, updated, { updatedAt: state.dataUpdatedAt });
    }
  };

  /** Applies changes that an answer may not have seen yet. */
  const settle = (queryKey: QueryKey, list: PagedList<R>, askedAt: number): PagedList<R> => {
    const isMember = membership(queryKey);
    let settled = list;
    if (isMember)
      for (const [id, { row, at }] of recent)
        if (at >= askedAt - FEED_LAG_MS) settled = place(settled, id, row, isMember);
    return settled;
  };

  return {
    /** Whether this page knows of a change of the row. */
    hasChanged: (id: string): boolean => recent.has(id),

    /** Records a state that a list already shows. */
    note: (row: R): void => void recent.set(row.id, { row, at: Date.now() }),

    /** Puts a later state of a row into every list. False when the state was known already. */
    apply: (client: QueryClient, row: R): boolean => {
      const last = recent.get(row.id);
      if (last && (last.row === null || !isNewer(row, last.row))) return false;
      recent.set(row.id, { row, at: Date.now() });
      updateLists(client, (list, isMember) => place(list, row.id, row, isMember));
      return true;
    },

    /** Takes a deleted row out of every list. */
    remove: (client: QueryClient, id: string): void => {
      if (recent.get(id)?.row === null) return;
      recent.set(id, { row: null, at: Date.now() });
      updateLists(client, (list) => removeRow(list, id));
    },

    /** The query of a list's first page; what is loaded beyond it stays. */
    listQuery: (
      queryKey: QueryKey,
      fetchPage: FetchPage<R>,
      onAnswer?: (before: PagedList<R> | undefined, after: PagedList<R>) => void,
    ) => ({
      queryKey,
      queryFn: async ({ client, signal }: Pick<QueryFunctionContext, 'client' | 'signal'>) => {
        const askedAt = Date.now();
        const page = await fetchPage(null, signal);
        const before = client.getQueryData<PagedList<R>>(queryKey);
        const isSame = (a: R, b: R) => !isNewer(a, b) && !isNewer(b, a);
        const after = settle(queryKey, withFirstPage(before, page, isSame), askedAt);
        onAnswer?.(before, after);
        return after;
      },
      // `withFirstPage` keeps equal rows and lists as they are; comparing 100,000 rows by field would find nothing more.
      structuralSharing: false,
    }),

    /** Fetches the page at `cursor` and appends it. */
    fetchNextPage: async (
      client: QueryClient,
      queryKey: QueryKey,
      cursor: string,
      fetchPage: FetchPage<R>,
    ): Promise<void> => {
      const askedAt = Date.now();
      const page = await fetchPage(cursor);
      client.setQueryData<PagedList<R>>(
        queryKey,
        (list) => list && settle(queryKey, withNextPage(list, cursor, page), askedAt),
      );
    },

    /**
     * Forgets recent changes, and has the next answer replace whatever is loaded beyond the first pages: for when the live
     * stream cannot say what was missed.
     */
    startOver: (client: QueryClient): void => {
      recent.clear();
      updateLists(client, (list) => ({ ...list, next: UNKNOWN_CURSOR }));
    },
  };
};
