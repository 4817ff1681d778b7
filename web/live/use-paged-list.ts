import { type QueryClient, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type PagedList, type Row, UNKNOWN_CURSOR } from './paged-list.ts';

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
