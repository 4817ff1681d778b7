import { keepPreviousData } from '@tanstack/react-query';
import type { IdeaType, TradeIdea } from '../../../contract/ideas/ideas.ts';
import type { Market } from '../../../contract/ideas/markets.ts';
import { type LoadedList, usePagedList } from '../../live/entity-cache.ts';
import { fetchNextIdeas, ideaListQuery } from '../idea-lists.ts';
import type { HistoryFilter } from './history-filter.ts';

/** SPEC §9. Only the first page is refetched, conditionally. */
const REFRESH_MS = 5_000;
/** Longer, because each search is a database query. The live stream keeps the result current in between. */
const SEARCH_REFRESH_MS = 30_000;

export type History = LoadedList<TradeIdea>;

/** Completed ideas of a market and type, newest first, with the filter of the customer. */
export const useHistory = (
  market: Market,
  ideaType: IdeaType,
  { educator, pair, result }: HistoryFilter,
): History => {
  const completed = { market, ideaType, educatorId: educator, pair, result, state: 'completed' as const };
  const interval = pair || result ? SEARCH_REFRESH_MS : REFRESH_MS;
  // Shows the ideas of the previous filter until the new ones are loaded.
  const query = { ...ideaListQuery(completed, interval), placeholderData: keepPreviousData };
  return usePagedList(query, (client, cursor) => fetchNextIdeas(client, completed, cursor));
};
