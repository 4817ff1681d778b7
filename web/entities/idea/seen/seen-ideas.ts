import type { Market } from '../../../../contract/markets.ts';
import type { SeenIdeas } from '../../../shared/storage/storage-keys.ts';

/** Ids kept at most, beyond those that are in a list now: an idea may come back after it was reset to pending. */
export const MOST_KEPT = 1_000;

/** Ids with `added` as the latest. What is in no list any more is forgotten once there are too many, oldest first. */
const remember = (
  ids: readonly string[],
  added: readonly string[],
  present: ReadonlySet<string>,
): string[] => {
  const all = [...new Set([...ids, ...added])];
  let surplus = all.length - MOST_KEPT;
  if (surplus <= 0) return all;
  return all.filter((id) => present.has(id) || surplus-- <= 0);
};

/** Marks ideas as seen. `present` are all active ideas known now: none of them is ever forgotten. Same object if nothing is new. */
export const withSeen = (
  seen: SeenIdeas,
  ids: readonly string[],
  present: ReadonlySet<string>,
): SeenIdeas => {
  const known = new Set(seen.ids);
  const added = ids.filter((id) => !known.has(id));
  return added.length === 0 ? seen : { ...seen, ids: remember(seen.ids, added, present) };
};

/** SPEC §4: on the first load of a market every existing idea counts as seen. Later loads change nothing. */
export const withFirstLoad = (
  seen: SeenIdeas,
  market: Market,
  ids: readonly string[],
  present: ReadonlySet<string>,
): SeenIdeas =>
  seen.markets.includes(market)
    ? seen
    : { ...withSeen(seen, ids, present), markets: [...seen.markets, market] };

const none: readonly string[] = [];

/** SPEC §4: the ideas of a market that count toward its badge. Before its first load: none. */
export const unseenIds = (
  seen: SeenIdeas,
  market: Market,
  ids: readonly string[],
  notified: boolean,
): readonly string[] => {
  if (!notified || !seen.markets.includes(market)) return none;
  const known = new Set(seen.ids);
  return ids.filter((id) => !known.has(id));
};

export const unseenCount = (...of: Parameters<typeof unseenIds>): number => unseenIds(...of).length;
