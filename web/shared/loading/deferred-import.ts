import { reachable } from '../api/connectivity.ts';

/** How long nobody has done anything, after the page load, before deferred parts start. */
export const QUIET_MS = 2_500;

const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'];

const waitForIdleMoment = (): Promise<void> =>
  new Promise((resolve) => {
    if (!navigator.onLine || !reachable.get()) return resolve();
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      for (const input of INPUTS) removeEventListener(input, restart);
      // Safari has no idle callbacks.
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: QUIET_MS });
      else resolve();
    };
    const restart = () => {
      clearTimeout(quiet);
      quiet = setTimeout(start, QUIET_MS);
    };
    for (const input of INPUTS) addEventListener(input, restart, { passive: true });
    if (document.readyState === 'complete') restart();
    else addEventListener('load', restart, { once: true });
    addEventListener('offline', () => resolve(), { once: true });
    // The browser may notice later. A list whose retry fails too would say that it is empty.
    reachable.subscribe(() => reachable.get() || resolve());
  });

let idleMoment: Promise<void> | undefined;

/**
 * Resolves in the first idle moment after the page load, when the last input was a while ago, so that deferred parts
 * compete neither with the content nor with a gesture; at once when offline or when a call gets no answer, because one of
 * them restores the offline copies.
 */
export const afterIdleMoment = (): Promise<void> => {
  idleMoment ??= waitForIdleMoment();
  return idleMoment;
};
