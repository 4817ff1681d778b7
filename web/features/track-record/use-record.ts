import { useQuery } from '@tanstack/react-query';
import { routeUrl } from '../../../contract/route.ts';
import { listPerformance } from '../../../contract/track-record.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { changedIdeas, useRefetchOnChange } from '../../shared/live/use-refetch-on-change.ts';

/** The track record of an educator, refetched when ideas change. `isUnknown`: there is no such educator. */
export const useRecord = (educatorId: string) => {
  const query = { educatorId };
  const loading = useQuery({
    queryKey: [routeUrl(listPerformance, {}, query)],
    queryFn: ({ signal }) => callRoute(listPerformance, { query }, { signal }),
  });
  useRefetchOnChange(listPerformance.path, (change) =>
    changedIdeas(change).some(({ educator_id }) => educator_id === educatorId),
  );
  const { data } = loading;
  return { record: data?.[0], isUnknown: data?.length === 0, query: loading };
};
