import { queryOptions, useQuery } from '@tanstack/react-query';
import { currentUser, SESSION_RENEWAL_MS } from '../../../contract/account/auth.ts';
import { routeQuery } from '../../shared/api/route-query.ts';
import { useDocumentEvent } from '../../shared/hooks/use-document-event.ts';
import { restoreSession } from './restore-session.ts';

/** SPEC §9: the current-user query is stale after 5 min and does not refetch on focus. */
const USER_STALE_MS = 5 * 60_000;

export const currentUserQuery = queryOptions({
  ...routeQuery(currentUser, {}),
  staleTime: USER_STALE_MS,
  refetchInterval: SESSION_RENEWAL_MS,
});

/** Fetches the current user on load and every 30 minutes, which renews the session. */
export const useSessionRenewal = (): void => {
  useQuery(currentUserQuery);
  useDocumentEvent('visibilitychange', () => {
    if (!document.hidden) restoreSession();
  });
};
