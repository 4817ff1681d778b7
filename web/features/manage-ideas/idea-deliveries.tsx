import { useQuery } from '@tanstack/react-query';
import { getIdeaDeliveries, type PushDeliveries } from '../../../contract/push.ts';
import { routeUrl } from '../../../contract/route.ts';
import type { Idea } from '../../entities/idea/idea-model.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { Icon } from '../../shared/ui/icon.tsx';

const formatDevices = (count: number) => `${count} ${count === 1 ? 'device' : 'devices'}`;

/** "Delivered to 41 of 43 devices, 1 pending, 1 unsubscribed"; zero counts are left out. */
export const describeDeliveries = ({
  devices: all,
  accepted,
  waiting,
  gone,
  failed,
}: PushDeliveries): string => {
  if (all === 0) return 'No subscribed devices when published';
  const rest = Object.entries({ pending: waiting, unsubscribed: gone, failed }).filter(
    ([, count]) => count > 0,
  );
  return [
    `Delivered to ${accepted} of ${formatDevices(all)}`,
    ...rest.map(([what, count]) => `${count} ${what}`),
  ].join(', ');
};

/** Milliseconds: short after publishing, long for deliveries that wait for quiet hours to end. */
export const pollInterval = ({ waiting }: PushDeliveries, age: number): number | false =>
  waiting === 0 && age > 30_000 ? false : age < 5 * 60_000 ? 3_000 : 60_000;

/** How many devices the idea was delivered to, while its card is shown. */
export const IdeaDeliveries = ({ idea, shown }: { idea: Idea; shown: boolean }) => {
  const { data } = useQuery({
    queryKey: [routeUrl(getIdeaDeliveries, { id: idea.id })],
    queryFn: ({ signal }) => callRoute(getIdeaDeliveries, { params: { id: idea.id } }, { signal }),
    enabled: shown,
    refetchInterval: ({ state }) =>
      state.data ? pollInterval(state.data, Date.now() - Date.parse(idea.createdAt)) : false,
  });
  // A fixed height, so that the card does not move when the data arrives.
  return (
    <p className="flex min-h-5 items-center gap-2 text-sm text-muted">
      {data && (
        <>
          <Icon name="bell" size={16} />
          {describeDeliveries(data)}
        </>
      )}
    </p>
  );
};
