import { HIDDEN_EDUCATOR_ID } from '../../../contract/educators.ts';
import {
  type IdeaResult,
  type IdeaType,
  isCompleted,
  resultOf,
  type TradeIdea,
} from '../../../contract/ideas.ts';
import { historyMarket, type Market } from '../../../contract/markets.ts';
import { pairMatches } from '../../../contract/pairs.ts';
import { UNKNOWN_CURSOR } from '../../shared/api/list-cursor.ts';

/** Which completed ideas a history shows: its route says market and idea type, its reader the rest. */
export type HistoryFilter = { market: Market; ideaType: IdeaType } & HistoryChoice;
export type HistoryChoice = {
  educatorId?: string | undefined;
  pair?: string | undefined;
  result?: IdeaResult | undefined;
};

/** As much of a history as is loaded, newest first; `next` is the cursor of what follows, null at the end. */
export type HistoryList = { readonly ideas: readonly TradeIdea[]; readonly next: string | null };

export type HistoryPage = { rows: readonly TradeIdea[]; cursor: string | null };

/** The server's rule for its lists, for ideas the live stream brings. */
export const belongs = (idea: TradeIdea, filter: HistoryFilter): boolean =>
  isCompleted(idea.status) &&
  historyMarket(idea) === filter.market &&
  idea.idea_type === filter.ideaType &&
  idea.educator_id !== HIDDEN_EDUCATOR_ID &&
  (filter.educatorId === undefined || idea.educator_id === filter.educatorId) &&
  (filter.result === undefined || resultOf(idea.status) === filter.result) &&
  pairMatches(idea.pair, filter.pair ?? '');

/** Newest first; ideas of one instant by id. Times are ISO 8601 in UTC, so their text has their order. */
export const comesBefore = (a: TradeIdea, b: TradeIdea): boolean =>
  a.created_at === b.created_at ? a.id > b.id : a.created_at > b.created_at;

/** The first place whose idea comes after `idea`: halving, because a list may hold 100,000. */
const placeOf = (ideas: readonly TradeIdea[], idea: TradeIdea): number => {
  let [low, high] = [0, ideas.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comesBefore(idea, ideas[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Where an idea stands in a list; -1 where it is not in it. */
export const indexOf = (ideas: readonly TradeIdea[], idea: TradeIdea): number => {
  const index = placeOf(ideas, idea) - 1;
  return ideas[index]?.id === idea.id ? index : -1;
};

export const withoutIdea = (list: HistoryList, idea: TradeIdea): HistoryList => {
  const index = indexOf(list.ideas, idea);
  return index === -1 ? list : { ...list, ideas: list.ideas.toSpliced(index, 1) };
};

/** The list with this state of the idea: in its place, changed where it is, or gone. The same list if nothing changes. */
export const withIdea = (list: HistoryList, idea: TradeIdea, filter: HistoryFilter): HistoryList => {
  const index = indexOf(list.ideas, idea);
  const present = list.ideas[index];
  if (present && present.version >= idea.version) return list;
  if (!belongs(idea, filter)) return withoutIdea(list, idea);
  if (present) return { ...list, ideas: list.ideas.with(index, idea) };
  const place = placeOf(list.ideas, idea);
  // After the last loaded one lie others that are not known yet: it is among those.
  if (place === list.ideas.length && list.next !== null) return list;
  return { ...list, ideas: list.ideas.toSpliced(place, 0, idea) };
};

const newer = (a: TradeIdea | undefined, b: TradeIdea): TradeIdea => (a && a.version >= b.version ? a : b);

/**
 * The list with its first page read again: that part is as the server says, by version; what is loaded beyond it
 * stays. One small request keeps a history of any length fresh.
 */
export const withFirstPage = (list: HistoryList | undefined, page: HistoryPage): HistoryList => {
  const last = page.rows.at(-1);
  const [first] = list?.ideas ?? [];
  const fresh = { ideas: page.rows, next: page.cursor };
  if (!list || !last || !first || page.cursor === null) return fresh;
  // The whole page is newer than all that is loaded: what lies between is not known.
  if (comesBefore(last, first)) return fresh;
  const end = placeOf(list.ideas, last);
  const known = new Map(list.ideas.slice(0, end).map((idea) => [idea.id, idea]));
  const head = page.rows.map((idea) => newer(known.get(idea.id), idea));
  const same = head.length === end && head.every((idea, index) => idea === list.ideas[index]);
  if (same && list.next !== UNKNOWN_CURSOR && (end < list.ideas.length || list.next === page.cursor))
    return list;
  // What was kept for reading offline ends where no cursor leads on from: the page does.
  const rest = list.next === UNKNOWN_CURSOR ? [] : list.ideas.slice(end);
  return { ideas: [...head, ...rest], next: rest.length > 0 ? list.next : page.cursor };
};

/** The list with the page that `cursor` asked for at its end; unchanged where it has gone elsewhere meanwhile. */
export const withNextPage = (list: HistoryList, cursor: string, page: HistoryPage): HistoryList => {
  if (list.next !== cursor) return list;
  const known = new Set(list.ideas.slice(-page.rows.length).map(({ id }) => id));
  const rows = page.rows.filter(({ id }) => !known.has(id));
  return { ideas: list.ideas.concat(rows), next: page.cursor };
};
