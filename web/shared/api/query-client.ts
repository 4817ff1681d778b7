import { focusManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { currentUser, type User } from '../../../contract/auth.ts';
import { onSessionReset } from '../storage/session-reset.ts';
import { storeUser } from '../storage/session-store.ts';
import { ApiError, apiRequest } from './api-request.ts';

/** The account must choose a password or add a second factor first, which the current user says. */
const isUnfinishedAccount = ({ code }: ApiError) =>
  code === 'PASSWORD_CHANGE_REQUIRED' || code === 'SECOND_FACTOR_SETUP_REQUIRED';

/** SPEC §9's query cache: stale after 2 min, removed after 5 min, no refetch on focus, no polling, one retry after 1 s. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // Not in a component: it would miss an answer that is like the last, though another tab has stored a different one since.
    onSuccess: (data, { queryKey }) => {
      if (queryKey[0] === currentUser.path) storeUser(data as User);
    },
    onError: (error) => {
      if (error instanceof ApiError && isUnfinishedAccount(error)) void invalidatePrefix(currentUser.path);
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
    mutations: { retry: false },
  },
});

/** Two events of one return to the page (it becomes visible, then focused) cause one refetch. */
const FOCUS_GAP_MS = 1_000;

/**
 * SPEC §4: lists are refetched when the window gets the focus. The library only watches visibility, which does not change
 * for a page beside another window.
 */
export const watchWindowFocus = (onFocus: () => void): (() => void) | undefined => {
  if (!('window' in globalThis)) return undefined;
  let last = Number.NEGATIVE_INFINITY;
  const refetch = () => {
    last = Date.now();
    onFocus();
  };
  const onWindowFocus = () => {
    if (Date.now() - last >= FOCUS_GAP_MS) refetch();
  };
  window.addEventListener('visibilitychange', refetch);
  window.addEventListener('focus', onWindowFocus);
  return () => {
    window.removeEventListener('visibilitychange', refetch);
    window.removeEventListener('focus', onWindowFocus);
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

/**
 * Refetches every list whose key starts with `prefix`, e.g. '/api/trade-ideas'. The library takes a first load that is under
 * way for the refetch, but the server may have read it before the change: it is loaded once more.
 */
export const invalidatePrefix = async (prefix: string): Promise<void> => {
  const predicate = ({ queryKey }: Query) => String(queryKey[0]).startsWith(prefix);
  const firstLoads = queryClient
    .getQueryCache()
    .findAll({ predicate, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries({ predicate });
  await queryClient.invalidateQueries({
    predicate: (query) => firstLoads.includes(query) && query.state.data !== undefined,
  });
};
