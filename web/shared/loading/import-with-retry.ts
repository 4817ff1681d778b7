import { backoffDelay, wakeableDelay } from '../api/retry-with-backoff.ts';
import { logFailure } from '../log-failure.ts';

const RETRY_DELAY_MS = 1_000;
/** A single import may fail by chance; after the network returns, imports may fail for some seconds. */
const RETRIES = 1;
const RETRIES_AFTER_OFFLINE = 5;

const never = new AbortController().signal;

/** Waits for an `online` event, or until `signal` aborts. */
const waitForNetwork = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/**
 * Imports a chunk, with retries; offline it waits for the network. Throws when the last retry fails online, or when
 * `signal` aborts while it waits.
 */
export const importWithRetry = async <T>(load: () => Promise<T>, signal = never): Promise<T> => {
  for (let retriesLeft = RETRIES; ; retriesLeft--) {
    try {
      return await load();
    } catch (failure) {
      if (navigator.onLine) {
        if (retriesLeft === 0) throw failure;
        await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
      } else {
        await waitForNetwork(signal);
        retriesLeft = RETRIES_AFTER_OFFLINE + 1;
      }
      signal.throwIfAborted();
    }
  }
};

/** Imports a chunk that has no Retry button: tries again with backoff until it loads. Calls `onFailure` once. */
export const importUntilLoaded = async <T>(
  load: () => Promise<T>,
  onFailure: () => void = () => undefined,
): Promise<T> => {
  for (let failures = 0; ; failures++) {
    try {
      return await importWithRetry(load);
    } catch (failure) {
      logFailure('part', failure);
      if (failures === 0) onFailure();
      await wakeableDelay(backoffDelay(failures), never);
    }
  }
};
