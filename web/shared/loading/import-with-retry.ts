const PAUSE_MS = 1_000;
/** A connection may fail once for no reason of ours; one that has just come back, for some seconds. */
const AGAIN = 1;
const AGAIN_AFTER_OFFLINE = 5;

/** Loads a part of the app; where there is no network, as soon as there is. Throws what goes wrong with one, also when tried again. */
export const onceThere = async <T>(load: () => Promise<T>): Promise<T> => {
  for (let again = AGAIN; ; again--) {
    try {
      return await load();
    } catch (failure) {
      if (navigator.onLine) {
        if (again === 0) throw failure;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      } else {
        await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
        again = AGAIN_AFTER_OFFLINE + 1;
      }
    }
  }
};
