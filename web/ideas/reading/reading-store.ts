import type { IdeaRevision } from '../../../contract/ideas/idea-revisions.ts';
import type { Market } from '../../../contract/ideas/markets.ts';
import {
  addReadingState,
  type IdeaRead,
  READING_BATCH,
  type ReadingState,
  type RoomRead,
  readState,
} from '../../../contract/ideas/reading.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { readStored, useStored, writeStored } from '../../shared/storage/local-store.ts';
import { NOTHING_READ, storageKeys } from '../../shared/storage/storage-keys.ts';
import { cachedActiveIds } from '../idea-lists.ts';
import type { Idea } from '../idea-model.ts';
import {
  findUnknown,
  isEmpty,
  mergeReading,
  type Reading,
  toDeletedReadState,
  toReadingState,
  toReadState,
} from './reading-state.ts';

/** The last result of `readReading`: every card asks for it. */
let merged = { account: NOTHING_READ, unsent: NOTHING_READ, reading: mergeReading() };

/** What this person has seen and read: as the server said last, and what it does not know yet. */
export const readReading = (userId: string): Reading => {
  const account = readStored(storageKeys.reading(userId));
  const unsent = readStored(storageKeys.unsentReading(userId));
  if (merged.account !== account || merged.unsent !== unsent)
    merged = { account, unsent, reading: mergeReading(account, unsent) };
  return merged.reading;
};

export const useReading = (userId: string): Reading => {
  useStored(storageKeys.reading(userId));
  useStored(storageKeys.unsentReading(userId));
  return readReading(userId);
};

/** Nothing is stored after a sign-out, which removes what was read. */
const isSignedIn = (userId: string): boolean => readStored(storageKeys.currentUser)?.id === userId;

/** SPEC §3's key. */
const storeViewedIds = (userId: string): void => {
  const viewed = [...readReading(userId).ideas.values()].filter((idea) => idea.viewed);
  writeStored(
    storageKeys.viewedIdeas(userId),
    viewed.map(({ id }) => id),
  );
};

/** Stores what is new as unsent; `sendReading` sends it. */
const mark = (userId: string, changes: Partial<ReadingState>): void => {
  const fresh = findUnknown({ ...NOTHING_READ, ...changes }, readReading(userId));
  if (isEmpty(fresh) || !isSignedIn(userId)) return;
  const key = storageKeys.unsentReading(userId);
  writeStored(key, toReadingState(mergeReading(readStored(key), fresh)));
  if (fresh.ideas.some(({ viewed }) => viewed)) storeViewedIds(userId);
};

const toSeen = (id: string): IdeaRead => ({ id, viewed: false, read: null });

export const markSeen = (userId: string, ids: readonly string[]): void =>
  mark(userId, { ideas: ids.map(toSeen) });

/** SPEC §4: the first load of a market marks every existing idea as seen; later loads change nothing. */
export const markFirstLoad = (userId: string, market: Market, ids: readonly string[]): void => {
  if (!readReading(userId).markets.includes(market))
    mark(userId, { markets: [market], ideas: ids.map(toSeen) });
};

/** Marks all ideas of a market as seen: on a click on its card (SPEC §2) and when it opens (SPEC §4). */
export const markMarketSeen = (userId: string, market: Market): void =>
  markSeen(userId, cachedActiveIds(market));

/** The current state of an idea; null if the server would refuse it. */
const toRead = (idea: Idea) => readState.safeParse(toReadState(idea)).data ?? null;

/** Stores the current state of an idea as read. */
export const markRead = (userId: string, idea: Idea): void =>
  mark(userId, { ideas: [{ id: idea.id, viewed: false, read: toRead(idea) }] });

/** Stores that the reader knows of a deletion, also of an idea they only bookmarked. */
export const markDeletionRead = (userId: string, deletion: IdeaRevision): void =>
  mark(userId, { ideas: [{ id: deletion.idea_id, viewed: true, read: toDeletedReadState(deletion) }] });

/** SPEC §4: viewing an idea stores its id and dispatches an event. The first view also stores the read state. */
export const markViewed = (userId: string, idea: Idea): void => {
  const known = readReading(userId).ideas.get(idea.id);
  mark(userId, { ideas: [{ id: idea.id, viewed: true, read: known?.read ?? toRead(idea) }] });
  window.dispatchEvent(new CustomEvent('tradeIdeaViewed', { detail: { ideaId: idea.id } }));
};

export const markRoomRead = (userId: string, place: RoomRead): void => mark(userId, { rooms: [place] });

/** Replaces what was known of the account, except for what was sent since `before`. */
export const storeAccountReading = (userId: string, account: ReadingState, before: ReadingState): void => {
  if (!isSignedIn(userId)) return;
  const key = storageKeys.reading(userId);
  const sentSince = findUnknown(readStored(key), mergeReading(before));
  writeStored(key, toReadingState(mergeReading(account, sentSince)));
  storeViewedIds(userId);
};

const sendAll = async (userId: string): Promise<void> => {
  const key = storageKeys.unsentReading(userId);
  while (isSignedIn(userId) && !isEmpty(readStored(key))) {
    const { markets, ideas, rooms } = readStored(key);
    const body = { markets, ideas: ideas.slice(0, READING_BATCH), rooms: rooms.slice(0, READING_BATCH) };
    await callRoute(addReadingState, { body }, { isQueued: true });
    if (!isSignedIn(userId)) return;
    const account = storageKeys.reading(userId);
    writeStored(account, toReadingState(mergeReading(readStored(account), body)));
    // What changed during the request stays unsent.
    writeStored(key, findUnknown(readStored(key), mergeReading(body)));
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
