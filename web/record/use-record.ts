import { useQuery } from '@tanstack/react-query';
import { listTrackRecords } from '../../contract/record/track-record.ts';
import { changedIdeas, useRefetchOnChange } from '../live/use-refetch-on-change.ts';
import { routeQuery } from '../shared/api/route-query.ts';

/** The track records of one educator or of all, refetched when ideas change. */
export const useRecords = (educatorId?: string) => {
  const query = educatorId === undefined ? {} : { educatorId };
  useRefetchOnChange(listTrackRecords.path, (change) =>
    changedIdeas(change).some(({ educator_id }) => (educatorId ?? educator_id) === educator_id),
  );
  return useQuery(routeQuery(listTrackRecords, { query }));
};

/** The track record of an educator. `isUnknown`: there is no such educator. */
export const useRecord = (educatorId: string) => {
  const query = useRecords(educatorId);
  return { record: query.data?.[0], isUnknown: query.data?.length === 0, query };
};
