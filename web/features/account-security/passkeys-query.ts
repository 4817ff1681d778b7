import { queryOptions } from '@tanstack/react-query';
import { listPasskeys } from '../../../contract/passkeys.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { queryClient } from '../../shared/api/query-client.ts';

export const passkeysQuery = queryOptions({
  queryKey: [listPasskeys.path],
  queryFn: ({ signal }) => callRoute(listPasskeys, {}, { signal }),
  staleTime: 0,
});

export const reloadPasskeys = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
