import type { Market } from '../../../contract/markets.ts';
import type { SeenIdeas } from '../../shared/storage/storage-keys.ts';

/** How many ids are stored besides those in a list: a reset idea may come back. */
export const MAX_SEEN_IDS = 1_000;

/** Appends ids. Beyond the limit the oldest ids that are in no list are dropped. */
const appendIds = (
  ids: readonly string[],
  added: readonly string[],
  present: ReadonlySet<string>,
): string[] => {
  const all = [...new Set([...ids, ...added])];
  let surplus = all.length - MAX_SEEN_IDS;
  if (surplus <= 0) return all;
  return all.filter((id) => present.has(id) || surplus-- <= 0);
};

/** Marks ideas as seen. `present` (all known active ideas) are never dropped. The same object if nothing is new. */
export const addSeen = (seen: SeenIdeas, ids: readonly string[], present: ReadonlySet<string>): SeenIdeas => {
  const known = new Set(seen.ids);
  const added = ids.filter((id) => !known.has(id));
  return added.length === 0 ? seen : { ...seen, ids: appendIds(seen.ids, added, present) };
};

/** SPEC §4: the first load of a market marks every existing idea as seen; later loads change nothing. */
export const addFirstLoad = (
  seen: SeenIdeas,
  market: Market,
  ids: readonly string[],
  present: ReadonlySet<string>,
): SeenIdeas =>
  seen.markets.includes(market)
    ? seen
    : { ...addSeen(seen, ids, present), markets: [...seen.markets, market] };

/** SPEC §4: the unseen ideas of a market; none before its first load. */
export const findUnseenIds = (
  seen: SeenIdeas,
  market: Market,
  ids: readonly string[],
  notified: boolean,
): string[] => {
  if (!notified || !seen.markets.includes(market)) return [];
  const known = new Set(seen.ids);
  return ids.filter((id) => !known.has(id));
};
