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
