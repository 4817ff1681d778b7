import { HIDDEN_EDUCATOR_ID } from '../../../contract/educators.ts';
import { type IdeaType, isCompleted, listIdeas, type TradeIdea } from '../../../contract/ideas.ts';
import { historyMarket, type Market } from '../../../contract/markets.ts';

/** Which ideas a cached list holds: the query of its URL. */
export type IdeaFilter = {
  educatorId?: string;
  market?: Market;
  ideaType?: IdeaType;
  state?: 'active' | 'completed';
};

/** The filter of a list's URL; null for any other URL, or for a page that begins at a cursor. */
export const filterOfUrl = (url: unknown): IdeaFilter | null => {
  if (typeof url !== 'string') return null;
  const [path, search = ''] = url.split('?', 2);
  if (path !== listIdeas.path) return null;
  const { cursor, limit: _, ...filter } = Object.fromEntries(new URLSearchParams(search));
  return cursor === undefined ? (filter as IdeaFilter) : null;
};

/** Whether an idea belongs in a list. History lists index pairs under Forex (SPEC §7), active lists do not. */
export const belongs = (idea: TradeIdea, filter: IdeaFilter): boolean => {
  const completed = isCompleted(idea.status);
  if (filter.state && (filter.state === 'completed') !== completed) return false;
  const market = filter.state === 'completed' ? historyMarket(idea) : idea.market_type;
  if (filter.market && filter.market !== market) return false;
  if (filter.ideaType && filter.ideaType !== idea.idea_type) return false;
  return !filter.educatorId || filter.educatorId === idea.educator_id;
};

/** Newest first; ideas of one instant keep a fixed order. */
const newestFirst = (a: TradeIdea, b: TradeIdea): number =>
  Date.parse(b.created_at) - Date.parse(a.created_at) || (a.id < b.id ? 1 : -1);

/** The list with this state of the idea in it, or without the idea where it no longer belongs. Same list if nothing changes. */
export const placeIdea = (
  list: readonly TradeIdea[],
  idea: TradeIdea,
  filter: IdeaFilter,
): readonly TradeIdea[] => {
  const index = list.findIndex(({ id }) => id === idea.id);
  const present = list[index];
  if (present && present.version >= idea.version) return list;
  if (!belongs(idea, filter)) return present ? list.toSpliced(index, 1) : list;
  if (present) return list.with(index, idea);
  const before = list.findIndex((other) => newestFirst(idea, other) < 0);
  return list.toSpliced(before === -1 ? list.length : before, 0, idea);
};

export const withoutIdea = (list: readonly TradeIdea[], id: string): readonly TradeIdea[] =>
  list.some((idea) => idea.id === id) ? list.filter((idea) => idea.id !== id) : list;

/** What was last heard of an idea: its newest state, or that it was deleted (`row` null), and when that was learnt. */
export type Heard = { version: number; row: TradeIdea | null; at: number };

/**
 * A poll that left before a change was heard must not undo it: what was heard since `since` wins over an older
 * answer, by version; ideas heard of and missing in the answer are put in, deleted ones taken out.
 */
export const reconcile = (
  answer: readonly TradeIdea[],
  heard: ReadonlyMap<string, Heard>,
  filter: IdeaFilter,
  since: number,
): readonly TradeIdea[] => {
  let list = answer;
  for (const [id, { row, at }] of heard) {
    if (at < since) continue;
    list = row ? placeIdea(list, row, filter) : withoutIdea(list, id);
  }
  return list;
};

/** What a customer sees of a market: no test data (SPEC §6), nothing completed, invalid ideas last (DESIGN §15). */
export const marketView = (list: readonly TradeIdea[]): TradeIdea[] => {
  const shown = list.filter((idea) => idea.educator_id !== HIDDEN_EDUCATOR_ID && !isCompleted(idea.status));
  return [
    ...shown.filter(({ status }) => status !== 'invalid'),
    ...shown.filter(({ status }) => status === 'invalid'),
  ];
};
