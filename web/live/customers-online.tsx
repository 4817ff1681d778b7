import { useQuery } from '@tanstack/react-query';
import { CUSTOMERS_ONLINE_POLL_MS, getPresence } from '../../contract/live/presence.ts';
import { routeQuery } from '../shared/api/route-query.ts';

/** The number of customers online (DESIGN §14). Hidden while it is unknown. */
export const CustomersOnline = () => {
  const { data, isError } = useQuery({
    ...routeQuery(getPresence, {}),
    staleTime: 0,
    refetchInterval: CUSTOMERS_ONLINE_POLL_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
  });
  // A stale number would be wrong.
  if (!data || isError) return null;
  return (
    <p className="flex min-h-11 items-center gap-2 text-sm text-muted tabular-nums">
      <span aria-hidden className={`size-2 rounded-full ${data.reading > 0 ? 'bg-positive' : 'bg-line'}`} />
      {data.reading === 1 ? '1 customer online' : `${data.reading} customers online`}
    </p>
  );
};
