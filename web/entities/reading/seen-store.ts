import type { IdeaRevision } from '../../../contract/idea-revisions.ts';
import { comesBefore } from '../../../contract/list-order.ts';
import { type Market, markets } from '../../../contract/markets.ts';
import type { ReadingState } from '../../../contract/reading.ts';
import { readStored, type StoredKey, writeStored } from '../../shared/storage/local-store.ts';
import { type ReadState, storageKeys } from '../../shared/storage/storage-keys.ts';
import type { Idea } from '../idea/idea-model.ts';
import { cachedActiveIds } from '../idea/use-ideas.ts';
import { addReadState, toDeletedReadState, toReadState } from './read-state.ts';
import { addFirstLoad, addSeen, MAX_SEEN_IDS } from './seen-ideas.ts';
import { queueReading } from './unsent-reading.ts';

/** Reads, changes and writes at once: another tab may have written since the last render. Returns whether it changed. */
const update = <T>(key: StoredKey<T>, change: (value: T) => T): boolean => {
  const before = readStored(key);
  const after = change(before);
  if (after === before) return false;
  writeStored(key, after);
  return true;
};

/** Every known active idea: these ids are never dropped. */
const allActiveIds = () => new Set(markets.flatMap(cachedActiveIds));

const withoutSeen = (userId: string, ids: readonly string[]): string[] => {
  const seen = new Set(readStored(storageKeys.seenIdeas(userId)).ids);
  return ids.filter((id) => !seen.has(id));
};

export const markFirstLoad = (userId: string, market: Market, ids: readonly string[]): void => {
  const added = withoutSeen(userId, ids);
  const isFirst = update(storageKeys.seenIdeas(userId), (seen) =>
    addFirstLoad(seen, market, ids, allActiveIds()),
  );
  if (isFirst) queueReading(userId, { markets: [market], ideas: added });
};

export const markSeen = (userId: string, ids: readonly string[]): void => {
  const added = withoutSeen(userId, ids);
  update(storageKeys.seenIdeas(userId), (seen) => addSeen(seen, ids, allActiveIds()));
  queueReading(userId, { ideas: added });
};

/** Marks all ideas of a market as seen: on a click on its card (SPEC §2) and when it opens (SPEC §4). */
export const markMarketSeen = (userId: string, market: Market): void =>
  markSeen(userId, cachedActiveIds(market));

/** Not after a sign-out, which closes the page: it removes what was read. */
const storeReadState = (userId: string, read: ReadState): void => {
  if (readStored(storageKeys.currentUser)?.id !== userId) return;
  const isNewer = update(storageKeys.readIdeas(userId), (list) => addReadState(list, read));
  if (isNewer) queueReading(userId, { ideas: [read.id] });
};

/** Stores the current state of an idea as read. */
export const markRead = (userId: string, idea: Idea): void => storeReadState(userId, toReadState(idea));

const addViewed = (ids: string[] | null, added: readonly string[]): string[] | null => {
  const fresh = added.filter((id) => !ids?.includes(id));
  return fresh.length === 0 ? ids : [...(ids ?? []), ...fresh].slice(-MAX_SEEN_IDS);
};

const addToViewed = (userId: string, ideaId: string): void => {
  const isFirst = update(storageKeys.viewedIdeas(userId), (ids) => addViewed(ids, [ideaId]));
  if (isFirst) queueReading(userId, { ideas: [ideaId] });
};

/** Stores that the reader knows of a deletion, also of an idea they only bookmarked. */
export const markDeletionRead = (userId: string, deletion: IdeaRevision): void => {
  addToViewed(userId, deletion.idea_id);
  storeReadState(userId, toDeletedReadState(deletion));
};

/** SPEC §4: viewing an idea stores its id and dispatches an event. The first view also stores the read state. */
export const markViewed = (userId: string, idea: Idea): void => {
  markSeen(userId, [idea.id]);
  addToViewed(userId, idea.id);
  if (!readStored(storageKeys.readIdeas(userId)).some(({ id }) => id === idea.id)) markRead(userId, idea);
  window.dispatchEvent(new CustomEvent('tradeIdeaViewed', { detail: { ideaId: idea.id } }));
};

/** Adds what the account has seen and read on other devices. */
export const mergeReading = (userId: string, { markets: loaded, ideas, rooms }: ReadingState): void => {
  update(storageKeys.seenIdeas(userId), (seen) => {
    const added = loaded.filter((market) => !seen.markets.includes(market));
    const merged = addSeen(
      seen,
      ideas.map(({ id }) => id),
      allActiveIds(),
    );
    return added.length === 0 ? merged : { ...merged, markets: [...merged.markets, ...added] };
  });
  update(storageKeys.viewedIdeas(userId), (ids) =>
    addViewed(
      ids,
      ideas.filter(({ viewed }) => viewed).map(({ id }) => id),
    ),
  );
  update(storageKeys.readIdeas(userId), (list) =>
    ideas.reduce((known, { id, read }) => (read ? addReadState(known, { id, ...read }) : known), list),
  );
  for (const { room_id, created_at, id } of rooms)
    update(storageKeys.chatReadTo(userId, room_id), (place) =>
      !place || comesBefore({ created_at, id }, place) ? { created_at, id } : place,
    );
};
