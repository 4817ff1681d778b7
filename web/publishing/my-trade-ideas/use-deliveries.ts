import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listIdeaDeliveries } from '../../../contract/notifications/push.ts';
import { pollInterval } from '../../ideas/deliveries.ts';
import type { Idea } from '../../ideas/idea-model.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { serverNow } from '../../shared/server-clock.ts';
import type { DeliveriesById } from './sort-ideas.ts';

/** Counting the deliveries of all ideas takes longer than those of one. */
const MIN_POLL_MS = 10_000;

export type OwnDeliveries = { state: 'loading' | 'failed' | 'ready'; byIdea: DeliveriesById };

/** The delivery counts of all own ideas. Polls while something is pending, and fetches again after publishing. */
export const useDeliveries = (ideas: readonly Idea[]): OwnDeliveries => {
  const { data, isError } = useQuery({
    queryKey: [listIdeaDeliveries.path, ideas[0]?.id],
    queryFn: ({ signal }) => callRoute(listIdeaDeliveries, {}, { signal }),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) => {
      const published = new Map(ideas.map(({ id, created_at }) => [id, Date.parse(created_at)]));
      const intervals = (state.data ?? [])
        .map((counts) => pollInterval(counts, serverNow() - (published.get(counts.idea_id) ?? 0)))
        .filter((interval) => interval !== false);
      return intervals.length > 0 && Math.max(MIN_POLL_MS, Math.min(...intervals));
    },
  });
  const byIdea = useMemo(() => new Map(data?.map((counts) => [counts.idea_id, counts])), [data]);
  return { state: data ? 'ready' : isError ? 'failed' : 'loading', byIdea };
};
