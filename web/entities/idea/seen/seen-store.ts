import { type Market, markets } from '../../../../contract/markets.ts';
import { readStored, type StoredKey, writeStored } from '../../../shared/storage/local-store.ts';
import { storageKeys } from '../../../shared/storage/storage-keys.ts';
import type { Idea } from '../idea-model.ts';
import { cachedActiveIds } from '../use-ideas.ts';
import { addReadState, toReadState } from './read-state.ts';
import { addFirstLoad, addSeen, MAX_SEEN_IDS } from './seen-ideas.ts';

/** Reads, changes and writes at once: another tab may have written since the last render. */
const update = <T>(key: StoredKey<T>, change: (value: T) => T) => {
  const before = readStored(key);
  const after = change(before);
  if (after !== before) writeStored(key, after);
};

/** Every known active idea: these ids are never dropped. */
const allActiveIds = () => new Set(markets.flatMap(cachedActiveIds));

export const markFirstLoad = (userId: string, market: Market, ids: readonly string[]): void =>
  update(storageKeys.seenIdeas(userId), (seen) => addFirstLoad(seen, market, ids, allActiveIds()));

export const markSeen = (userId: string, ids: readonly string[]): void =>
  update(storageKeys.seenIdeas(userId), (seen) => addSeen(seen, ids, allActiveIds()));

/** Marks all ideas of a market as seen: on a click on its card (SPEC §2) and when it opens (SPEC §4). */
export const markMarketSeen = (userId: string, market: Market): void =>
  markSeen(userId, cachedActiveIds(market));

/** Stores the current state of an idea as read. Not after a sign-out, which closes the page: it removes what was read. */
export const markRead = (userId: string, idea: Idea): void => {
  if (readStored(storageKeys.currentUser)?.id !== userId) return;
  update(storageKeys.readIdeas(userId), (list) => addReadState(list, toReadState(idea)));
};

/** SPEC §4: viewing an idea stores its id and dispatches an event. The first view also stores the read state. */
export const markViewed = (userId: string, idea: Idea): void => {
  markSeen(userId, [idea.id]);
  update(storageKeys.viewedIdeas(userId), (ids) =>
    ids?.includes(idea.id) ? ids : [...(ids ?? []), idea.id].slice(-MAX_SEEN_IDS),
  );
  if (!readStored(storageKeys.readIdeas(userId)).some(({ id }) => id === idea.id)) markRead(userId, idea);
  window.dispatchEvent(new CustomEvent('tradeIdeaViewed', { detail: { ideaId: idea.id } }));
};
