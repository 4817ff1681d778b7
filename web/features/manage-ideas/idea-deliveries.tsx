import { useQuery } from '@tanstack/react-query';
import { getIdeaDeliveries } from '../../../contract/push.ts';
import { routeUrl } from '../../../contract/route.ts';
import type { Idea } from '../../entities/idea/idea-model.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { askAgainAfter, deliveryWords } from './delivery-summary.ts';

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
