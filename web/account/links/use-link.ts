import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RouteDefinition, RouteInput } from '../../../contract/shared/route.ts';
import { ApiError, callRoute } from '../../shared/api/api-request.ts';
import { queryClient } from '../../shared/api/query-client.ts';

const readToken = () => location.hash.slice(1) || null;

/**
 * The token of the link that led here, kept in memory only: it is removed from the address bar, so that neither history
 * nor a shared screen shows it. Opening another link in the same tab replaces it.
 */
export const useLinkToken = (): string | null => {
  const [token, setToken] = useState(readToken);
  useEffect(() => {
    const take = () => {
      const given = readToken();
      if (given === null) return;
      setToken(given);
      history.replaceState(history.state, '', location.pathname + location.search);
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return token;
};

const isExpired = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.code === 'LINK_EXPIRED';

/** Sends what the link is for, with its token. If the server answers that it has expired, the page shows that. */
export type SendToken = (send: (token: string) => Promise<void>) => Promise<void>;

/** Asks the server whom the link of this page is for. `problem`: it does not work, or the page was opened without one. */
export const useLink = <R extends RouteDefinition & { method: 'POST' }>(route: R) => {
  const token = useLinkToken();
  const [expired, setExpired] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(
    {
      queryKey: [route.path, token],
      queryFn: ({ signal }) => callRoute(route, { body: { token } } as RouteInput<R>, { signal }),
      enabled: token !== null,
      retry: false,
      gcTime: 0,
    },
    // These pages are outside of the signed-in shell.
    queryClient,
  );
  const sendToken: SendToken = async (send) => {
    if (token === null) return;
    try {
      await send(token);
    } catch (failure) {
      if (isExpired(failure)) setExpired(token);
      throw failure;
    }
  };
  const problem = token === null ? 'missing' : isExpired(error) || expired === token ? 'expired' : null;
  return {
    token,
    value: problem ? undefined : data,
    problem,
    error,
    retry: () => void refetch(),
    sendToken,
  } as const;
};
