import { type ComponentType, lazy } from 'react';
import { logFailure } from '../log-failure.ts';
import { importWithRetry } from './import-with-retry.ts';

/** How long after the page load deferred parts start, so that they do not compete with its content. */
export const DEFER_MS = 2_500;

const waitForPageLoad = (): Promise<void> =>
  new Promise((resolve) => {
    if (!navigator.onLine) return resolve();
    const rest = () => setTimeout(resolve, DEFER_MS);
    if (document.readyState === 'complete') rest();
    else window.addEventListener('load', rest, { once: true });
    window.addEventListener('offline', () => resolve(), { once: true });
  });

let pageLoaded: Promise<void> | undefined;

/** Resolves `DEFER_MS` after the page load; at once when offline. */
const afterPageLoad = (): Promise<void> => {
  pageLoaded ??= waitForPageLoad();
  return pageLoaded;
};

/** A lazy component that loads after the page; offline, when the network returns. */
export const lazyAfterPageLoad = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy<ComponentType<P>>(() =>
    afterPageLoad()
      .then(() => importWithRetry(load))
      .catch((failure: unknown) => {
        logFailure('later', failure);
        return { default: () => null };
      }),
  );
