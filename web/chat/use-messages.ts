import { useMemo } from 'react';
import type { ChatMessage } from '../../contract/chat/chat-schemas.ts';
import { type LoadedList, usePagedList } from '../live/entity-cache.ts';
import { useLiveState } from '../live/live-state.ts';
import { fetchOlderMessages, messagesQuery } from './message-cache.ts';

/** Without a live stream (a proxy may block it) rooms are polled. */
const POLL_MS = 15_000;

export type RoomMessages = Pick<LoadedList<ChatMessage>, 'state' | 'retry' | 'retrying'> & {
  /** Oldest first. */
  rows: readonly ChatMessage[];
  older: LoadedList<ChatMessage>['more'];
  loadOlder: () => void;
};

/** The messages of a room, or those of one author in it; older pages are loaded as they are asked for. */
export const useMessages = (roomId: string, author?: string): RoomMessages => {
  const live = useLiveState();
  const filter = { roomId, author };
  const query = {
    ...messagesQuery(filter),
    refetchInterval: live === 'connected' ? (false as const) : POLL_MS,
  };
  const list = usePagedList(query, (client, cursor) => fetchOlderMessages(client, filter, cursor));
  const { rows: newestFirst, state, retry, retrying, more, loadMore } = list;

  const rows = useMemo(() => newestFirst.toReversed(), [newestFirst]);
  return { state, rows, retry, retrying, older: more, loadOlder: loadMore };
};
