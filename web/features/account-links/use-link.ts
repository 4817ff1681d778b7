import { useEffect, useRef, useState } from 'react';
import type { RouteDefinition, RouteInput, RouteResponse } from '../../../contract/route.ts';
import { ApiError, callRoute, mayHaveWorked } from '../../shared/api/api-request.ts';

const readToken = () => location.hash.slice(1) || null;

/**
 * The token of the link that led here, kept in memory only: it is removed from the address bar, so that neither history
 * nor a shared screen shows it. Opening another link in the same tab replaces it.
 */
const useLinkToken = (): string | null => {
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

/**
 * `missing`: the page was opened or reloaded without a token. `unanswered`: the link no longer works after an attempt whose
 * answer was lost.
 */
export type LinkProblem = 'expired' | 'missing' | 'unanswered';

type LinkState<T> =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | { status: 'ready'; token: string; value: T }
  | { status: LinkProblem };

type ViewRoute = RouteDefinition & { method: 'POST' };

const isExpired = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.code === 'LINK_EXPIRED';

/** Sends what the link is for, with its token. If the server answers that it has expired, the page shows that. */
export type SendToken = (send: (token: string) => Promise<void>) => Promise<void>;

/** Asks the server whom the link of this page is for. */
export const useLink = <R extends ViewRoute>(route: R) => {
  const token = useLinkToken();
  const [state, setState] = useState<LinkState<RouteResponse<R>>>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is the reason, not an ingredient.
  useEffect(() => {
    if (token === null) return setState({ status: 'missing' });
    const abort = new AbortController();
    setState({ status: 'loading' });
    callRoute(route, { body: { token } } as RouteInput<R>, { signal: abort.signal }).then(
      (value) => setState({ status: 'ready', token, value }),
      (failure: unknown) => {
        if (abort.signal.aborted) return;
        setState(
          isExpired(failure)
            ? { status: 'expired' }
            : { status: 'failed', message: failure instanceof ApiError ? failure.message : route.failure },
        );
      },
    );
    return () => abort.abort();
  }, [route, token, attempt]);
  /** The token whose last attempt had no answer: it may have worked. */
  const unanswered = useRef<string | null>(null);
  const sendToken: SendToken = async (send) => {
    if (state.status !== 'ready') return;
    try {
      await send(state.token);
    } catch (failure) {
      if (isExpired(failure))
        setState({ status: unanswered.current === state.token ? 'unanswered' : 'expired' });
      if (mayHaveWorked(failure as ApiError)) unanswered.current = state.token;
      throw failure;
    }
  };
  return { state, retry: () => setAttempt((before) => before + 1), sendToken };
};
