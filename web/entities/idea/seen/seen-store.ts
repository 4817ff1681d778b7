import { type Market, markets } from '../../../../contract/markets.ts';
import { readStored, type StoredKey, writeStored } from '../../../shared/storage/local-store.ts';
import { storageKeys } from '../../../shared/storage/storage-keys.ts';
import type { Idea } from '../idea-model.ts';
import { cachedActiveIds } from '../use-ideas.ts';
import { readStateOf, withRead } from './read-state.ts';
import { MOST_KEPT, withFirstLoad, withSeen } from './seen-ideas.ts';

/** Reads, changes and writes in one go: another tab may have written since this one last drew. */
const update = <T>(key: StoredKey<T>, change: (value: T) => T) => {
  const before = readStored(key);
  const after = change(before);
  if (after !== before) writeStored(key, after);
};

/** Every active idea this page knows of: marks of these are never forgotten. */
const present = () => new Set(markets.flatMap(cachedActiveIds));

export const markFirstLoad = (userId: string, market: Market, ids: readonly string[]): void =>
  update(storageKeys.seenIdeas(userId), (seen) => withFirstLoad(seen, market, ids, present()));

export const markSeen = (userId: string, ids: readonly string[]): void =>
  update(storageKeys.seenIdeas(userId), (seen) => withSeen(seen, ids, present()));

/** Marks all a market holds: SPEC §2's press on its card, and §4's opening of it. */
export const markMarketSeen = (userId: string, market: Market): void =>
  markSeen(userId, cachedActiveIds(market));

/** Remembers an idea as it stands now as the one last read. */
export const markRead = (userId: string, idea: Idea): void =>
  update(storageKeys.readIdeas(userId), (list) => withRead(list, readStateOf(idea)));

/** SPEC §4: viewing an idea records its id and says so. Its first reading is what later changes are told from. */
export const markViewed = (userId: string, idea: Idea): void => {
  markSeen(userId, [idea.id]);
  update(storageKeys.viewedIdeas(userId), (ids) =>
    ids?.includes(idea.id) ? ids : [...(ids ?? []), idea.id].slice(-MOST_KEPT),
  );
  if (!readStored(storageKeys.readIdeas(userId)).some(({ id }) => id === idea.id)) markRead(userId, idea);
  window.dispatchEvent(new CustomEvent('tradeIdeaViewed', { detail: { ideaId: idea.id } }));
};
