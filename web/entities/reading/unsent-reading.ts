import { comesBefore } from '../../../contract/list-order.ts';
import {
  addReadingState,
  type IdeaRead,
  READING_BATCH,
  type RoomRead,
  readState,
} from '../../../contract/reading.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { listStoredNames, readStored, writeStored } from '../../shared/storage/local-store.ts';
import { storageKeys, type UnsentReading } from '../../shared/storage/storage-keys.ts';

const union = <T>(list: readonly T[], added: readonly T[]): T[] => [...new Set([...list, ...added])];

/** Notes what the server does not know yet; `sendReading` sends it. */
export const queueReading = (
  userId: string,
  { markets = [], ideas = [], rooms = [] }: Partial<UnsentReading>,
): void => {
  if (markets.length + ideas.length + rooms.length === 0) return;
  const unsent = readStored(storageKeys.unsentReading(userId));
  writeStored(storageKeys.unsentReading(userId), {
    markets: union(unsent.markets, markets),
    ideas: union(unsent.ideas, ideas),
    rooms: union(unsent.rooms, rooms),
  });
};

/** Everything this browser knows, for an account that the server knows nothing of. */
export const queueEverything = (userId: string): void => {
  const seen = readStored(storageKeys.seenIdeas(userId));
  const prefix = storageKeys.chatReadTo(userId, '').name;
  queueReading(userId, {
    markets: seen.markets,
    ideas: seen.ids,
    rooms: listStoredNames().flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])),
  });
};

const toIdeaRead = (userId: string, id: string): IdeaRead => {
  const read = readState.safeParse(
    readStored(storageKeys.readIdeas(userId)).find((state) => state.id === id),
  );
  return {
    id,
    viewed: readStored(storageKeys.viewedIdeas(userId))?.includes(id) ?? false,
    // Left out if invalid: the server would refuse the whole batch.
    read: read.success ? read.data : null,
  };
};

const toRoomRead = (userId: string, roomId: string): RoomRead[] => {
  const place = readStored(storageKeys.chatReadTo(userId, roomId));
  return place ? [{ room_id: roomId, ...place }] : [];
};

/** A batch of what is unsent, as it is now. */
const toBatch = (userId: string, unsent: UnsentReading) => ({
  markets: unsent.markets,
  ideas: unsent.ideas.slice(0, READING_BATCH).map((id) => toIdeaRead(userId, id)),
  rooms: unsent.rooms.slice(0, READING_BATCH).flatMap((id) => toRoomRead(userId, id)),
});

export const hasUnsentReading = ({ markets, ideas, rooms }: UnsentReading): boolean =>
  markets.length + ideas.length + rooms.length > 0;

const sendAll = async (userId: string): Promise<void> => {
  const key = storageKeys.unsentReading(userId);
  // Another user may have signed in meanwhile.
  while (readStored(storageKeys.currentUser)?.id === userId && hasUnsentReading(readStored(key))) {
    const unsent = readStored(key);
    const sent = toBatch(userId, unsent);
    await callRoute(addReadingState, { body: sent }, { isQueued: true });
    // What changed during the request stays unsent.
    const now = readStored(key);
    const isSent = (id: string) => {
      const entry = sent.ideas.find((idea) => idea.id === id);
      return entry !== undefined && JSON.stringify(entry) === JSON.stringify(toIdeaRead(userId, id));
    };
    const rooms = unsent.rooms.slice(0, READING_BATCH);
    const isRoomSent = (id: string) => {
      const [place] = toRoomRead(userId, id);
      const entry = sent.rooms.find(({ room_id }) => room_id === id);
      return rooms.includes(id) && (!place || (entry !== undefined && !comesBefore(place, entry)));
    };
    writeStored(key, {
      markets: now.markets.filter((market) => !sent.markets.includes(market)),
      ideas: now.ideas.filter((id) => !isSent(id)),
      rooms: now.rooms.filter((id) => !isRoomSent(id)),
    });
  }
};

let sending: Promise<void> | null = null;

/** Sends what is unsent, one call at a time. Throws ApiError; then it stays unsent. */
export const sendReading = (userId: string): Promise<void> => {
  sending ??= sendAll(userId).finally(() => {
    sending = null;
  });
  return sending;
};
