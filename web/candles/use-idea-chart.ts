import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getIdeaChart, type IdeaChart } from '../../contract/candles/idea-chart.ts';
import { routeUrl } from '../../contract/shared/route.ts';
import { buildReplaySteps } from '../ideas/detail/replay-steps.ts';
import type { Idea } from '../ideas/idea-model.ts';
import { useAllRevisions } from '../ideas/use-revisions.ts';
import { callRoute } from '../shared/api/api-request.ts';
import { serverNow } from '../shared/server-clock.ts';
import { type ChartStep, cutChart } from './chart-lines.ts';

/** A minute's candle is there about a minute after its end. */
const REFRESH_MS = 60_000;

/** The prices around an idea's life; null where the operator has no source for them. */
export const useIdeaChart = (idea: Idea) =>
  useQuery({
    // Not below the prefix of the lists: a change of an idea changes no candle.
    queryKey: ['chart', routeUrl(getIdeaChart, { id: idea.id })],
    queryFn: ({ signal }) => callRoute(getIdeaChart, { params: { id: idea.id } }, { signal }),
    refetchInterval: idea.closed_at ? false : REFRESH_MS,
  });

const useSteps = (idea: Idea): readonly ChartStep[] => {
  const { revisions } = useAllRevisions(idea.id);
  return useMemo(() => {
    const steps = revisions ? buildReplaySteps(revisions) : [];
    if (steps.length === 0) return [{ at: Date.parse(idea.created_at), title: 'Published', levels: idea }];
    return steps.map(({ revision, title, levels }) => ({ at: Date.parse(revision.at), title, levels }));
  }, [revisions, idea]);
};

/** What is drawn of an idea's prices: all of it, or what was there at a step of its replay. */
export const useChartParts = (idea: Idea, chart: IdeaChart, until = Number.POSITIVE_INFINITY) => {
  const steps = useSteps(idea);
  return useMemo(() => {
    const end = idea.closed_at ? Date.parse(idea.closed_at) : serverNow();
    return cutChart(chart, steps, until, end);
  }, [steps, chart, until, idea]);
};
