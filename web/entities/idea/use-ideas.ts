import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Educator } from '../../../contract/educators.ts';
import { listIdeas, type TradeIdea } from '../../../contract/ideas.ts';
import type { Market } from '../../../contract/markets.ts';
import { routeUrl } from '../../../contract/route.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { useEducators } from '../educator/use-educators.ts';
import { announceFound, settleAnswer } from './idea-cache.ts';
import { type IdeaFilter, marketView } from './idea-list.ts';
import { type Idea, toIdea } from './idea-model.ts';

/** SPEC §9. Conditional requests, and none while the page is hidden (DESIGN §14). */
const CUSTOMER_REFRESH_MS = 5_000;
const EDUCATOR_REFRESH_MS = 1_000;

export type IdeaList = {
  /** `failed` only where there is nothing to show; a failed refresh keeps what is there. */
  state: 'loading' | 'failed' | 'ready';
  ideas: Idea[];
  retry: () => void;
  retrying: boolean;
};

/** The key of a list: its URL, so that SPEC §4's prefix finds it. */
export const ideaListKey = (filter: IdeaFilter): readonly [string] => [routeUrl(listIdeas, {}, filter)];

const listQuery = (filter: IdeaFilter, refetchInterval: number) => {
  const queryKey = ideaListKey(filter);
  return {
    queryKey,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const askedAt = Date.now();
      const answer = await callRoute(listIdeas, { query: filter }, { signal });
      const settled = settleAnswer(queryKey[0], answer, askedAt);
      if (filter.market) announceFound(queryClient.getQueryData<readonly TradeIdea[]>(queryKey), settled);
      return settled;
    },
    staleTime: 0,
    refetchInterval,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    refetchOnMount: true,
  };
};

/** One idea object per stored row and educator, so that an unchanged card is not drawn again. */
const shaped = new WeakMap<TradeIdea, { educator: Educator | undefined; idea: Idea }>();
const shape = (row: TradeIdea, educator: Educator | undefined): Idea => {
  const known = shaped.get(row);
  if (known && known.educator === educator) return known.idea;
  const idea = toIdea(row, educator);
  shaped.set(row, { educator, idea });
  return idea;
};

const useIdeaList = (
  query: ReturnType<typeof listQuery>,
  view: (rows: readonly TradeIdea[]) => readonly TradeIdea[],
): IdeaList => {
  const { data, errorUpdateCount, refetch } = useQuery(query);
  const [retrying, setRetrying] = useState(false);
  const educators = useEducators();
  const ideas = useMemo(
    () => view(data ?? []).map((row) => shape(row, educators.get(row.educator_id))),
    [data, educators, view],
  );
  return {
    // A list that has failed is asked for again all the time; it has failed until it is there.
    state: data ? 'ready' : errorUpdateCount > 0 ? 'failed' : 'loading',
    ideas,
    retry: () => {
      setRetrying(true);
      void refetch().finally(() => setRetrying(false));
    },
    /** By a press, not by the clock. */
    retrying,
  };
};

const asItIs = (rows: readonly TradeIdea[]) => rows;

/** A market's active ideas as they are asked for: one query, whoever reads of it. */
export const activeIdeasQuery = (market: Market) =>
  listQuery({ market, state: 'active' }, CUSTOMER_REFRESH_MS);

/** The ids of what a customer sees of such an answer. */
export const activeIds = (rows: readonly TradeIdea[]): string[] => marketView(rows).map(({ id }) => id);

/** The ids of a market's active ideas as this page last heard of them. */
export const cachedActiveIds = (market: Market): string[] =>
  activeIds(queryClient.getQueryData<readonly TradeIdea[]>(ideaListKey({ market, state: 'active' })) ?? []);

/** The active ideas of a market, as customers see them: invalid ones last. */
export const useActiveIdeas = (market: Market): IdeaList => useIdeaList(activeIdeasQuery(market), marketView);

export const ownIdeasQuery = (educatorId: string) => listQuery({ educatorId }, EDUCATOR_REFRESH_MS);

/** Everything an educator has published, newest first. */
export const useOwnIdeas = (educatorId: string): IdeaList => useIdeaList(ownIdeasQuery(educatorId), asItIs);
