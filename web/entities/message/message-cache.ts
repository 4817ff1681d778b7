import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { listMessages, listRooms } from '../../../contract/chat.ts';
import type { ChatMessage } from '../../../contract/chat-rows.ts';
import { routeUrl } from '../../../contract/route.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { onLiveReset, registerLiveApplier } from '../../shared/live/live-appliers.ts';
import { onForget } from '../../shared/storage/session-reset.ts';
import { type MessagePage, placeMessage, settlePage } from './message-pages.ts';

/** The messages of a room; with an author, of that one alone. */
export type RoomFilter = { roomId: string; author?: string };
export type RoomData = InfiniteData<MessagePage, string | null>;

export const roomsKey = [routeUrl(listRooms)] as const;

/** The URL, so that a prefix finds it, and what the list holds. */
export const messagesKey = (filter: RoomFilter): readonly [string, RoomFilter] => {
  const query = filter.author === undefined ? {} : { mine: 'true' };
  return [routeUrl(listMessages, { id: filter.roomId }, query), filter];
};

const filterOf = (key: readonly unknown[]): RoomFilter | null => {
  const [, filter] = key as ReturnType<typeof messagesKey>;
  return typeof filter === 'object' && 'roomId' in filter ? filter : null;
};

const holds = ({ roomId, author }: RoomFilter, row: ChatMessage): boolean =>
  row.room_id === roomId && (author === undefined || author === row.user_id);

/**
 * How much older than a request a change may be and still win over its answer: another server process may lag by
 * its poll of the feed (1 s, DESIGN §5). Past this the server is believed.
 */
const LAG_MS = 3_000;

type Heard = { row: ChatMessage; at: number };
const heard = new Map<string, Heard>();
onForget(() => heard.clear());
onLiveReset(() => heard.clear());

/** A later state than the one heard last; a deletion ends a message whatever its time. */
const isNews = (row: ChatMessage): boolean => {
  const last = heard.get(row.id)?.row;
  return !last || (!last.is_deleted && (row.is_deleted || row.updated_at > last.updated_at));
};

/**
 * The one way a change of a message reaches the lists, live events and own calls alike: by time, never an older state
 * over a newer one, and nothing deleted returns.
 */
export const applyMessage = (client: QueryClient, row: ChatMessage): void => {
  if (!isNews(row)) return;
  heard.set(row.id, { row, at: Date.now() });
  for (const { queryKey, state } of client.getQueryCache().findAll()) {
    const filter = filterOf(queryKey);
    const data = state.data as RoomData | undefined;
    if (!filter || !data || !holds(filter, row)) continue;
    const pages = placeMessage(data.pages, row);
    // The time of the last answer stays: a change says nothing about the rest of the room.
    if (pages !== data.pages)
      client.setQueryData(queryKey, { ...data, pages }, { updatedAt: state.dataUpdatedAt });
  }
};

/** What an answered page becomes, given what was heard while it was under way. */
export const settleAnswer = (
  page: MessagePage,
  filter: RoomFilter,
  isNewest: boolean,
  askedAt: number,
): MessagePage => {
  const since = [...heard.values()].filter(({ row, at }) => at >= askedAt - LAG_MS && holds(filter, row));
  return settlePage(
    page,
    since.map(({ row }) => row),
    isNewest,
  );
};

registerLiveApplier(({ kind, data }) => {
  if (kind === 'chat_messages_changes' && data.record) applyMessage(queryClient, data.record);
  // Rooms change when an administrator changes them: asking again is simple and always right.
  if (kind === 'chat_rooms_changes') void queryClient.invalidateQueries({ queryKey: roomsKey });
});
