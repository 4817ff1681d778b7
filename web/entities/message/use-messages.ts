import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { listMessages } from '../../../contract/chat.ts';
import type { ChatMessage } from '../../../contract/chat-rows.ts';
import { callPage } from '../../shared/api/api-request.ts';
import { useLiveState } from '../../shared/live/live-state.ts';
import { messagesKey, type RoomFilter, settleAnswer } from './message-cache.ts';
import { messagesOf } from './message-pages.ts';

/** Without a live stream (a proxy that holds it back) rooms are still read, a little later. */
const WITHOUT_STREAM_MS = 15_000;

export type RoomMessages = {
  /** `failed` only where there is nothing to show; a failed refresh keeps what is there. */
  state: 'loading' | 'failed' | 'ready';
  /** What is loaded, oldest first. */
  rows: readonly ChatMessage[];
  retry: () => void;
  retrying: boolean;
  /** What lies before it. */
  older: 'none' | 'there' | 'loading' | 'failed';
  loadOlder: () => void;
};

const messagesQuery = (filter: RoomFilter) => ({
  queryKey: messagesKey(filter),
  queryFn: async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => {
    const askedAt = Date.now();
    const mine = filter.author === undefined ? undefined : ('true' as const);
    const query = { mine, cursor: pageParam ?? undefined };
    const input = { params: { id: filter.roomId }, query };
    const { rows, cursor } = await callPage(listMessages, input, { signal });
    return settleAnswer({ rows, older: cursor }, filter, pageParam === null, askedAt);
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ older }: { older: string | null }) => older,
});

/** The messages of a room, the newest page first and older ones as they are asked for; kept true by the live stream. */
export const useMessages = (roomId: string, author?: string): RoomMessages => {
  const live = useLiveState();
  const query = useInfiniteQuery({
    ...messagesQuery(author === undefined ? { roomId } : { roomId, author }),
    refetchInterval: live === 'connected' ? false : WITHOUT_STREAM_MS,
  });
  const { data, isError, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage } = query;
  const { refetch, fetchNextPage } = query;

  // What came between the first load and the stream's begin is in no event of the stream.
  const before = useRef(live);
  useEffect(() => {
    if (before.current !== live && live === 'connected') void refetch();
    before.current = live;
  }, [live, refetch]);

  const rows = useMemo(() => messagesOf(data?.pages ?? []), [data]);
  const older = !hasNextPage
    ? 'none'
    : isFetchingNextPage
      ? 'loading'
      : isFetchNextPageError
        ? 'failed'
        : 'there';
  return {
    state: data ? 'ready' : isError ? 'failed' : 'loading',
    rows,
    retry: () => void refetch(),
    retrying: isFetching,
    older,
    loadOlder: () => {
      // Asked for while a refresh is under way, it would cancel that.
      if (!isFetching) void fetchNextPage({ cancelRefetch: false });
    },
  };
};
