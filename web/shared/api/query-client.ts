import { focusManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { currentUser, type User } from '../../../contract/account/auth.ts';
import { onSessionReset } from '../storage/session-reset.ts';
import { storeUser } from '../storage/session-store.ts';
import { ApiError, apiRequest } from './api-request.ts';

/** SPEC §9's query cache: stale after 2 min, removed after 5 min, no refetch on focus, no polling, one retry after 1 s. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // Not in a component: it would miss an answer that is like the last, though another tab has stored a different one since.
    onSuccess: (data, { queryKey }) => {
      if (queryKey[0] === currentUser.path) storeUser(data as User);
    },
    onError: (error) => {
      // The account must add a second factor first, which the current user says.
      if (error instanceof ApiError && error.code === 'SECOND_FACTOR_SETUP_REQUIRED')
        void invalidatePrefix(currentUser.path);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 2 * 60_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      retry: 1,
      retryDelay: 1_000,
      // Offline a query fails at once instead of pausing, so the page can say so; it is refetched when the network returns.
      networkMode: 'always',
      refetchOnReconnect: true,
      // SPEC §7: GET the first element of the key.
      queryFn: ({ queryKey, signal }) => apiRequest('GET', String(queryKey[0]), undefined, { signal }),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** For what a person may change on another device: refetched whenever the page is looked at again (DESIGN §14). */
export const followsAccount = { refetchOnWindowFocus: 'always' } as const;

/**
 * SPEC §4: lists are refetched when the window gets the focus. The library only watches visibility, which does not change
 * for a page beside another window.
 */
export const watchWindowFocus = (onFocus: () => void): (() => void) | undefined => {
  if (!('window' in globalThis)) return undefined;
  const refetch = () => onFocus();
  for (const event of ['visibilitychange', 'focus']) window.addEventListener(event, refetch);
  return () => {
    for (const event of ['visibilitychange', 'focus']) window.removeEventListener(event, refetch);
  };
};
focusManager.setEventListener(watchWindowFocus);

onSessionReset(() => queryClient.clear());

/**
 * Refetches what is on screen and stale, as is everything that failed, except below `prefix`. Fresh queries need no
 * request: many readers reconnect at once.
 */
export const refetchOutdated = (prefix: string): Promise<void> =>
  queryClient.refetchQueries(
    { type: 'active', stale: true, predicate: ({ queryKey }) => !String(queryKey[0]).startsWith(prefix) },
    { cancelRefetch: false },
  );

/** Refetches every list whose key starts with `prefix`, e.g. '/api/trade-ideas'. */
export const invalidatePrefix = (prefix: string): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(prefix) });
