import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { listIdeas, type TradeIdea } from '../../../contract/ideas.ts';
import { callPage } from '../../shared/api/api-request.ts';
import { UNKNOWN_CURSOR } from '../../shared/api/list-cursor.ts';
import { historyKey, mayBeOlderThanHeard, queryOf } from './history-cache.ts';
import { type HistoryFilter, type HistoryList, withFirstPage, withNextPage } from './history-list.ts';

/** SPEC §9: customers' lists ask again every 5 s, here for their first page alone, conditionally. */
const REFRESH_MS = 5_000;
/** A search is answered from the database each time, and the live stream keeps it true between. */
const SEARCH_REFRESH_MS = 30_000;
/** Rows of a page after the first. */
const NEXT_PAGE = 100;

export type History = {
  /** `failed` only where there is nothing to show; a failed refresh keeps what is there. */
  state: 'loading' | 'failed' | 'ready';
  ideas: readonly TradeIdea[];
  /** Which list this is: it stays the last one's while another filter is being answered. */
  listKey: string;
  isChanging: boolean;
  retry: () => void;
  retrying: boolean;
  /** What lies beyond the ideas loaded so far. */
  more: 'none' | 'there' | 'loading' | 'failed';
  loadMore: () => void;
};

const NO_IDEAS: readonly TradeIdea[] = [];

/** Completed ideas of a filter, newest first, a page at a time. */
export const useHistory = (filter: HistoryFilter): History => {
  const client = useQueryClient();
  const queryKey = historyKey(filter);
  const [url] = queryKey;
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const askedAt = Date.now();
      const page = await callPage(listIdeas, { query: queryOf(filter) }, { signal });
      const known = client.getQueryData<HistoryList>(queryKey);
      return known && mayBeOlderThanHeard(askedAt) ? known : withFirstPage(known, page);
    },
    // While a filter is being answered the last one's ideas stay on screen.
    placeholderData: keepPreviousData,
    // Comparing 100,000 ideas field by field would find what is known already: the list is the same object or it changed.
    structuralSharing: false,
    staleTime: 0,
    refetchInterval: filter.pair || filter.result ? SEARCH_REFRESH_MS : REFRESH_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
  });
  const { data, isError, isFetching, isPlaceholderData, refetch } = query;
  const [shownUrl, setShownUrl] = useState(url);
  if (!isPlaceholderData && shownUrl !== url) setShownUrl(url);

  const underWay = useRef<string>(undefined);
  const [failed, setFailed] = useState<string>();
  const [loading, setLoading] = useState<string>();
  const cursor = isPlaceholderData ? null : (data?.next ?? null);
  const loadMore = async () => {
    if (cursor === null || underWay.current === cursor) return;
    // What was kept of it goes on where its first page, read anew, says.
    if (cursor === UNKNOWN_CURSOR) return void refetch();
    underWay.current = cursor;
    setLoading(cursor);
    setFailed(undefined);
    try {
      const asked = { ...queryOf(filter), cursor, limit: String(NEXT_PAGE) };
      const page = await callPage(listIdeas, { query: asked });
      client.setQueryData<HistoryList>(queryKey, (list) => list && withNextPage(list, cursor, page));
    } catch {
      // api-request has logged it; the reader is told where the page would stand.
      setFailed(cursor);
    }
    underWay.current = undefined;
    setLoading(undefined);
  };

  const more =
    cursor === null
      ? 'none'
      : cursor === UNKNOWN_CURSOR || failed === cursor
        ? 'failed'
        : loading === cursor
          ? 'loading'
          : 'there';
  return {
    state: data ? 'ready' : isError ? 'failed' : 'loading',
    ideas: data?.ideas ?? NO_IDEAS,
    listKey: shownUrl,
    isChanging: isPlaceholderData,
    retry: () => void refetch(),
    retrying: isFetching,
    more,
    loadMore: () => void loadMore(),
  };
};
