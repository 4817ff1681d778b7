import { ApiError } from './api-request.ts';

/** Waits `ms`, or until the network returns, the page becomes visible, or `signal` aborts. */
export const wakeableDelay = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const over = new AbortController();
    const { signal: gone } = over;
    const done = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done, { signal: gone });
    document.addEventListener('visibilitychange', () => !document.hidden && done(), { signal: gone });
    signal.addEventListener('abort', done, { signal: gone });
  });

const BACKOFF_BASE_MS = 1_000;
export const BACKOFF_CAP_MS = 30_000;

/**
 * Exponential backoff with full jitter, so that clients that lost their streams together do not reconnect together.
 * `attempt` counts from 0.
 */
export const backoffDelay = (attempt: number, random: () => number = Math.random): number =>
  random() * Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** attempt);

/** Transient failures: no network, 429, 5xx, or a chunk that could not be loaded. */
export const isRetryable = (failure: unknown): boolean =>
  !(failure instanceof ApiError) || failure.status === 0 || failure.status === 429 || failure.status >= 500;

/**
 * Retries `send` with backoff until it succeeds, `signal` aborts, or it fails for good. Never throws: the failed call has
 * been logged already.
 */
export const retryWithBackoff = async (send: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      if (navigator.onLine) return await send();
    } catch (failure) {
      if (!isRetryable(failure)) return;
    }
    await wakeableDelay(backoffDelay(failures), signal);
  }
};
