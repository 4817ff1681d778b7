import { useQuery } from '@tanstack/react-query';
import { getReadership } from '../../../contract/ideas/reading.ts';
import { getIdeaDeliveries } from '../../../contract/notifications/push.ts';
import type { RouteResponse } from '../../../contract/shared/route.ts';
import { describeDeliveries, pollInterval } from '../../ideas/deliveries.ts';
import type { Idea } from '../../ideas/idea-model.ts';
import { routeQuery } from '../../shared/api/route-query.ts';
import { serverNow } from '../../shared/server-clock.ts';
import { Icon } from '../../shared/ui/icon.tsx';

const describeReaders = ({ delivered, seen, bookmarked }: RouteResponse<typeof getReadership>): string =>
  [
    delivered && `reached ${delivered} customers`,
    seen && `opened by ${seen}`,
    bookmarked && `bookmarked by ${bookmarked}`,
  ]
    .filter(Boolean)
    .join(', ');

/** How many devices the idea was delivered to, while its card is shown. */
export const IdeaDeliveries = ({ idea, shown }: { idea: Idea; shown: boolean }) => {
  const { data } = useQuery({
    ...routeQuery(getIdeaDeliveries, { params: { id: idea.id } }),
    enabled: shown,
    refetchInterval: ({ state }) =>
      state.data ? pollInterval(state.data, serverNow() - Date.parse(idea.created_at)) : false,
  });
  const { data: readers } = useQuery({
    ...routeQuery(getReadership, { params: { id: idea.id } }),
    enabled: shown,
  });
  const read = readers && describeReaders(readers);
  // A fixed height, so that the card does not move when the data arrives.
  return (
    <p className="flex min-h-5 items-center gap-2 text-sm text-muted">
      {data && (
        <>
          <Icon name="bell" size={16} />
          {`${describeDeliveries(data)}${read ? `; ${read}` : ''}`}
        </>
      )}
    </p>
  );
};
