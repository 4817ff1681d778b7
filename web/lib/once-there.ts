/** Loads a part of the app; where there is no network, as soon as there is. Throws what else goes wrong. */
export const onceThere = async <T>(load: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await load();
    } catch (failure) {
      if (navigator.onLine) throw failure;
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    }
  }
};
