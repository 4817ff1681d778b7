import { useQuery } from '@tanstack/react-query';
import { getIdeaDeliveries, type PushDeliveries } from '../../../contract/push.ts';
import { routeUrl } from '../../../contract/route.ts';
import type { Idea } from '../../entities/idea/idea-model.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { Icon } from '../../shared/ui/icon.tsx';

const devices = (count: number) => `${count} ${count === 1 ? 'device' : 'devices'}`;

/** "Delivered to 41 of 43 devices, 1 waiting, 1 gone"; what did not happen is not mentioned. */
export const deliveryWords = ({ devices: all, accepted, waiting, gone, failed }: PushDeliveries): string => {
  if (all === 0) return 'No device was subscribed';
  const rest = Object.entries({ waiting, gone, failed }).filter(([, count]) => count > 0);
  return [
    `Delivered to ${accepted} of ${devices(all)}`,
    ...rest.map(([what, count]) => `${count} ${what}`),
  ].join(', ');
};

/** A push that still travels is asked after often, one that waits for the end of quiet hours seldom. Milliseconds. */
export const askAgainAfter = ({ waiting }: PushDeliveries, age: number): number | false =>
  waiting === 0 && age > 30_000 ? false : age < 5 * 60_000 ? 3_000 : 60_000;

/** How many devices an own idea has reached, while its card is shown. */
export const IdeaDeliveries = ({ idea, shown }: { idea: Idea; shown: boolean }) => {
  const { data } = useQuery({
    queryKey: [routeUrl(getIdeaDeliveries, { id: idea.id })],
    queryFn: ({ signal }) => callRoute(getIdeaDeliveries, { params: { id: idea.id } }, { signal }),
    enabled: shown,
    refetchInterval: ({ state }) =>
      state.data ? askAgainAfter(state.data, Date.now() - Date.parse(idea.createdAt)) : false,
  });
  // Its height is kept, so that the card does not move when the answer comes.
  return (
    <p className="flex min-h-5 items-center gap-2 text-sm text-muted">
      {data && (
        <>
          <Icon name="bell" size={16} />
          {deliveryWords(data)}
        </>
      )}
    </p>
  );
};
