import { queryOptions } from '@tanstack/react-query';
import { listPasskeys } from '../../../contract/account/passkeys.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { routeQuery } from '../../shared/api/route-query.ts';
import { currentUserQuery } from '../session/session-renewal.ts';

export const passkeysQuery = queryOptions({ ...routeQuery(listPasskeys, {}), staleTime: 0 });

/** After a change. Where a second factor is required, the account may be complete now, or no longer. */
export const reloadPasskeys = async (): Promise<void> => {
  await Promise.all(
    [passkeysQuery, currentUserQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
  );
};
