const RETRY_DELAY_MS = 1_000;
/** A single import may fail by chance; after the network returns, imports may fail for some seconds. */
const RETRIES = 1;
const RETRIES_AFTER_OFFLINE = 5;

/** Imports a chunk, with retries; offline it waits for the network. Throws when the last retry fails online. */
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
