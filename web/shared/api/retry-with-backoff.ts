import { ApiError } from './api-request.ts';
import { backoffDelay } from './backoff.ts';
import { wakeableDelay } from './wakeable-delay.ts';

/** Transient failures: no network, 429, 5xx, or a chunk that could not be loaded. */
const isRetryable = (failure: unknown) =>
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
