import { QueryClient } from '@tanstack/react-query';
import { onSessionReset } from '../storage/session-reset.ts';
import { apiRequest } from './api-request.ts';

/** SPEC §9's query cache: stale after 2 min, removed after 5 min, no refetch on focus, no polling, one retry after 1 s. */
export const queryClient = new QueryClient({
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

onSessionReset(() => queryClient.clear());

/** Refetches every list whose key starts with `prefix`, e.g. '/api/trade-ideas'. */
export const invalidatePrefix = (prefix: string): Promise<void> =>
  queryClient.invalidateQueries({ predicate: (query) => String(query.queryKey[0]).startsWith(prefix) });
