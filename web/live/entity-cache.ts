import {
  type QueryClient,
  type QueryFunctionContext,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { comesBefore } from '../../contract/ideas/idea-lists.ts';
import { onSessionReset } from '../shared/storage/session-reset.ts';

export type Row = { readonly id: string; readonly created_at: string };

/** As much of a list as is loaded, newest first; `next` is the cursor of what follows, null at the end. */
export type PagedList<R extends Row> = { readonly rows: readonly R[]; readonly next: string | null };

/** One page as the server answers it. */
export type Page<R extends Row> = { readonly rows: readonly R[]; readonly cursor: string | null };

/** In place of a cursor: more rows follow, and only a new first page tells from where to go on. */
export const UNKNOWN_CURSOR = '';

export const isPagedList = (data: unknown): data is PagedList<Row> =>
  typeof data === 'object' && data !== null && 'rows' in data && 'next' in data;

/** The first index whose row comes after `row`, by binary search: a list may hold 100,000 rows. */
const insertionIndex = <R extends Row>(rows: readonly R[], row: R): number => {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comesBefore(row, rows[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Where a row is in a sorted list; -1 when it is not there. */
export const indexOfRow = <R extends Row>(rows: readonly R[], row: R): number => {
  const index = insertionIndex(rows, row) - 1;
  return rows[index]?.id === row.id ? index : -1;
};

/** The list without a row; the same list when it is not there. */
export const removeRow = <R extends Row>(list: PagedList<R>, id: string): PagedList<R> => {
  const index = list.rows.findIndex((row) => row.id === id);
  return index === -1 ? list : { ...list, rows: list.rows.toSpliced(index, 1) };
};

/** The list with this row in place of an older state of it, or inserted in order. */
export const placeRow = <R extends Row>(list: PagedList<R>, row: R): PagedList<R> => {
  const present = indexOfRow(list.rows, row);
  if (present !== -1) return { ...list, rows: list.rows.with(present, row) };
  const index = insertionIndex(list.rows, row);
  // Beyond the last loaded row follow others that are not loaded: this one is among them.
  if (index === list.rows.length && list.next !== null) return list;
  return { ...list, rows: list.rows.toSpliced(index, 0, row) };
};

/**
 * The list after its first page was fetched again: that part is what the server says, rows loaded beyond it stay. So one
 * small request keeps a list of any length fresh. The same list when nothing changed, with the same row objects where
 * `isSame` says they are equal.
 */
export const withFirstPage = <R extends Row>(
  list: PagedList<R> | undefined,
  page: Page<R>,
  isSame: (a: R, b: R) => boolean,
): PagedList<R> => {
  const last = page.rows.at(-1);
  const [first] = list?.rows ?? [];
  // Nothing is loaded beyond this page, or unknown rows lie between it and what is loaded.
  const isAll = !list || !last || !first || page.cursor === null || comesBefore(last, first);
  const end = isAll ? (list?.rows.length ?? 0) : insertionIndex(list.rows, last);
  const known = new Map(list?.rows.slice(0, end).map((row) => [row.id, row]));
  const head = page.rows.map((row) => {
    const old = known.get(row.id);
    return old && isSame(old, row) ? old : row;
  });
  const rest = isAll || list.next === UNKNOWN_CURSOR ? [] : list.rows.slice(end);
  const next = rest.length > 0 && list ? list.next : page.cursor;
  const isUnchanged =
    list?.next === next &&
    list.rows.length === head.length + rest.length &&
    head.every((row, index) => row === list.rows[index]);
  return isUnchanged ? list : { rows: [...head, ...rest], next };
};

/** The list with the page that was fetched at `cursor` appended; unchanged when the list has moved on meanwhile. */
export const withNextPage = <R extends Row>(
  list: PagedList<R>,
  cursor: string,
  page: Page<R>,
): PagedList<R> => {
  if (list.next !== cursor) return list;
  const known = new Set(list.rows.slice(-page.rows.length).map(({ id }) => id));
  return { rows: list.rows.concat(page.rows.filter(({ id }) => !known.has(id))), next: page.cursor };
};

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

export type LoadedList<R extends Row> = {
  /** `failed` only while there is nothing to show: a failed refresh keeps what is there. */
  state: 'loading' | 'failed' | 'ready';
  /** Newest first. */
  rows: readonly R[];
  /** The key of the list on screen: the previous one's while another is being loaded. */
  listKey: string;
  isChanging: boolean;
  retry: () => void;
  retrying: boolean;
  /** What follows the loaded rows. */
  more: 'none' | 'there' | 'loading' | 'failed';
  loadMore: () => void;
};

const NO_ROWS: readonly never[] = [];

/** A list of an entity cache that grows page by page as `loadMore` asks for it. */
export const usePagedList = <R extends Row>(
  query: UseQueryOptions<PagedList<R>>,
  fetchNextPage: (client: QueryClient, cursor: string) => Promise<void>,
): LoadedList<R> => {
  const client = useQueryClient();
  const { data, errorUpdateCount, isFetching, isPlaceholderData, refetch } = useQuery(query);
  const listKey = String(query.queryKey[0]);
  const [shownKey, setShownKey] = useState(listKey);
  if (!isPlaceholderData && shownKey !== listKey) setShownKey(listKey);

  const inFlight = useRef<string>(undefined);
  const [failedCursor, setFailedCursor] = useState<string>();
  const [loadingCursor, setLoadingCursor] = useState<string>();
  const [retrying, setRetrying] = useState(false);
  const retry = () => {
    setRetrying(true);
    void refetch().finally(() => setRetrying(false));
  };
  const cursor = isPlaceholderData ? null : (data?.next ?? null);
  const loadMore = async () => {
    if (cursor === null || inFlight.current === cursor) return;
    if (cursor === UNKNOWN_CURSOR) return retry();
    inFlight.current = cursor;
    setLoadingCursor(cursor);
    setFailedCursor(undefined);
    try {
      await fetchNextPage(client, cursor);
    } catch {
      // api-request has logged it; the reader is told where the page would be.
      setFailedCursor(cursor);
    }
    inFlight.current = undefined;
    setLoadingCursor(undefined);
  };

  const createLoadMore = (next: string): LoadedList<R>['more'] => {
    if (next === UNKNOWN_CURSOR) return isFetching ? 'loading' : 'failed';
    if (next === failedCursor) return 'failed';
    return next === loadingCursor ? 'loading' : 'there';
  };
  return {
    // A list that has failed is refetched all the time; it stays failed until it is there.
    state: data ? 'ready' : errorUpdateCount > 0 ? 'failed' : 'loading',
    rows: data?.rows ?? NO_ROWS,
    listKey: shownKey,
    isChanging: isPlaceholderData,
    retry,
    retrying,
    more: cursor === null ? 'none' : createLoadMore(cursor),
    loadMore: () => void loadMore(),
  };
};
