import { useMemo } from 'react';
import type { Educator } from '../../contract/educators/educators.ts';
import type { IdeaFilter } from '../../contract/ideas/idea-lists.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import type { Market } from '../../contract/ideas/markets.ts';
import { useEducators } from '../educators/use-educators.ts';
import type { PagedList } from '../live/paged-list.ts';
import { type LoadedList, usePagedList } from '../live/use-paged-list.ts';
import { queryClient } from '../shared/api/query-client.ts';
import { announceNewIdeas, fetchNextIdeas, ideaListQuery } from './idea-cache.ts';
import { ideaListKey, selectMarketView } from './idea-lists.ts';
import { type Idea, toIdea } from './idea-model.ts';

/** SPEC §9. Conditional requests, paused while the page is hidden (DESIGN §14). */
const CUSTOMER_REFRESH_MS = 5_000;
const EDUCATOR_REFRESH_MS = 1_000;

/** A loaded list with its rows as ideas. */
export type IdeaList = Omit<LoadedList<TradeIdea>, 'rows'> & { ideas: Idea[] };

/** One idea object per row and educator, so that unchanged cards do not render again. */
const ideasByRow = new WeakMap<TradeIdea, { educator: Educator | undefined; idea: Idea }>();
const toStableIdea = (row: TradeIdea, educator: Educator | undefined): Idea => {
  const known = ideasByRow.get(row);
  if (known && known.educator === educator) return known.idea;
  const idea = toIdea(row, educator);
  ideasByRow.set(row, { educator, idea });
  return idea;
};

const activeFilter = (market: Market) => ({ market, state: 'active' as const });

/** A market's active ideas; all components share one query. */
export const activeIdeasQuery = (market: Market) =>
  ideaListQuery(activeFilter(market), CUSTOMER_REFRESH_MS, announceNewIdeas);

export const ownIdeasQuery = (educatorId: string) => ideaListQuery({ educatorId }, EDUCATOR_REFRESH_MS);

/** The ids of what a customer sees of a market. */
export const selectActiveIds = ({ rows }: PagedList<TradeIdea>): string[] =>
  selectMarketView(rows).map(({ id }) => id);

/** The ids of a market's active ideas as this page last knew them. */
export const cachedActiveIds = (market: Market): string[] => {
  const list = queryClient.getQueryData<PagedList<TradeIdea>>(ideaListKey(activeFilter(market)));
  return list ? selectActiveIds(list) : [];
};

const useIdeaList = (
  filter: IdeaFilter,
  query: ReturnType<typeof ideaListQuery>,
  view: (rows: readonly TradeIdea[]) => readonly TradeIdea[],
): IdeaList => {
  const { rows, ...list } = usePagedList(query, (client, cursor) => fetchNextIdeas(client, filter, cursor));
  const educators = useEducators();
  const ideas = useMemo(
    () => view(rows).map((row) => toStableIdea(row, educators.get(row.educator_id))),
    [rows, educators, view],
  );
  return { ...list, ideas };
};

/** The active ideas of a market as customers see them: invalid ones last. */
export const useActiveIdeas = (market: Market): IdeaList =>
  useIdeaList(activeFilter(market), activeIdeasQuery(market), selectMarketView);

const allRows = (rows: readonly TradeIdea[]) => rows;

/** Everything an educator has published, newest first. */
export const useOwnIdeas = (educatorId: string): IdeaList =>
  useIdeaList({ educatorId }, ownIdeasQuery(educatorId), allRows);
