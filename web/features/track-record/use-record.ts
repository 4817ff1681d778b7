import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LIVE_DEBOUNCE_MS } from '../../../contract/live-events.ts';
import { routeUrl } from '../../../contract/route.ts';
import { listPerformance } from '../../../contract/track-record.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { invalidatePrefix } from '../../shared/api/query-client.ts';
import { registerLiveApplier } from '../../shared/live/live-appliers.ts';

/** Refetches the track record, debounced, after a change of any idea. */
const refetchOnIdeaChange = () => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = registerLiveApplier(({ kind }) => {
    if (kind !== 'trade_ideas_changes') return;
    clearTimeout(timer);
    timer = setTimeout(() => void invalidatePrefix(listPerformance.path), LIVE_DEBOUNCE_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
};

/** The track record of an educator, refetched when ideas change. */
export const useRecord = (educatorId: string) => {
  const query = { educatorId };
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [routeUrl(listPerformance, {}, query)],
    queryFn: ({ signal }) => callRoute(listPerformance, { query }, { signal }),
  });
  useEffect(refetchOnIdeaChange, []);
  const record = data?.[0] ?? null;
  // `unknown`: there is no such educator.
  const state = record ? 'ready' : data ? 'unknown' : isError ? 'failed' : 'loading';
  return { state, record, retry: () => void refetch(), retrying: isFetching };
};
