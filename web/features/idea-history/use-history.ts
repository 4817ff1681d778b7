import { keepPreviousData } from '@tanstack/react-query';
import type { IdeaType, TradeIdea } from '../../../contract/ideas.ts';
import type { Market } from '../../../contract/markets.ts';
import { fetchNextIdeas, ideaListQuery } from '../../entities/idea/idea-cache.ts';
import { type LoadedList, usePagedList } from '../../shared/live/use-paged-list.ts';
import type { HistoryChoice } from './history-choice.ts';

/** SPEC §9: customers' lists are refetched every 5 s; of a history only the first page, conditionally. */
const REFRESH_MS = 5_000;
/** The database answers each search anew, and the live stream keeps its result current in between. */
const SEARCH_REFRESH_MS = 30_000;

export type History = LoadedList<TradeIdea>;

/** Completed ideas, newest first: the route says market and idea type, the reader the rest. */
export const useHistory = (filter: { market: Market; ideaType: IdeaType } & HistoryChoice): History => {
  const completed = { ...filter, state: 'completed' as const };
  const interval = filter.pair || filter.result ? SEARCH_REFRESH_MS : REFRESH_MS;
  // The previous filter's ideas stay on screen until the new ones are there.
  const query = { ...ideaListQuery(completed, interval), placeholderData: keepPreviousData };
  return usePagedList(query, (client, cursor) => fetchNextIdeas(client, completed, cursor));
};
