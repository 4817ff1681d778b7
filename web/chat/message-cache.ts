import type { QueryClient } from '@tanstack/react-query';
import { listMessages } from '../../contract/chat/chat.ts';
import type { ChatMessage } from '../../contract/chat/chat-schemas.ts';
import { routeUrl } from '../../contract/shared/route.ts';
import { createEntityCache, type FetchPage } from '../live/entity-cache.ts';
import { onLiveReset, registerLiveApplier } from '../live/live-updates.tsx';
import { callPage } from '../shared/api/api-request.ts';
import { queryClient } from '../shared/api/query-client.ts';

/** The messages of a room, or those of one author in it. */
type RoomFilter = { roomId: string; author?: string | undefined };

/** The URL, so that a prefix finds it, and which messages the list holds. */
export const messagesKey = (filter: RoomFilter): readonly [string, RoomFilter] => {
  const query = filter.author === undefined ? {} : { mine: 'true' };
  return [routeUrl(listMessages, { id: filter.roomId }, query), filter];
};

const cache = createEntityCache<ChatMessage>({
  isNewer: (a, b) => a.updated_at > b.updated_at,
  membership: ([, filter]) => {
    if (typeof filter !== 'object' || filter === null || !('roomId' in filter)) return null;
    const { roomId, author } = filter as RoomFilter;
    return (row) => row.room_id === roomId && (author === undefined || author === row.user_id);
  },
});

/** Applies a message that was sent, edited or deleted, here or elsewhere. */
export const applyMessage = (client: QueryClient, row: ChatMessage): void => {
  if (row.is_deleted) cache.remove(client, row.id);
  else cache.apply(client, row);
};

/** The server answers a page oldest first; every cached list is newest first. */
const fetchPage =
  ({ roomId, author }: RoomFilter): FetchPage<ChatMessage> =>
  async (cursor, signal) => {
    const mine = author === undefined ? undefined : ('true' as const);
    const input = { params: { id: roomId }, query: { mine, cursor: cursor ?? undefined } };
    const { rows, cursor: next } = await callPage(listMessages, input, { signal });
    return { rows: rows.toReversed(), cursor: next };
  };

export const messagesQuery = (filter: RoomFilter) => cache.listQuery(messagesKey(filter), fetchPage(filter));

export const fetchOlderMessages = (client: QueryClient, filter: RoomFilter, cursor: string): Promise<void> =>
  cache.fetchNextPage(client, messagesKey(filter), cursor, fetchPage(filter));

registerLiveApplier(({ kind, data }) => {
  if (kind === 'chat_messages_changes' && data.record) applyMessage(queryClient, data.record);
});
onLiveReset(() => cache.startOver(queryClient));
