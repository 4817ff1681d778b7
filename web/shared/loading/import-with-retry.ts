const RETRY_DELAY_MS = 1_000;
/** A connection may fail once for no reason of ours; one that has just come back, for some seconds. */
const RETRIES = 1;
const RETRIES_AFTER_OFFLINE = 5;

/** Loads a part of the app; where there is no network, as soon as there is. Throws what goes wrong with one, also when tried again. */
export const importWithRetry = async <T>(load: () => Promise<T>): Promise<T> => {
  for (let retriesLeft = RETRIES; ; retriesLeft--) {
    try {
      return await load();
    } catch (failure) {
      if (navigator.onLine) {
        if (retriesLeft === 0) throw failure;
        await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
      } else {
        await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
        retriesLeft = RETRIES_AFTER_OFFLINE + 1;
      }
    }
  }
};
