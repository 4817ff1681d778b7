import { type ComponentType, lazy } from 'react';
import { logFailure } from '../log-failure.ts';
import { importWithRetry } from './import-with-retry.ts';

/** What is not needed to read begins when the page has had the network and the processor to itself for a while. */
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

/** Resolves some time after the page has loaded; at once where there is no network: then nothing is in the way. */
export const afterPageLoad = (): Promise<void> => {
  pageLoaded ??= waitForPageLoad();
  return pageLoaded;
};

/** A component that comes after the page works. Where there is no network to bring it, it comes when there is. */
export const lazyAfterPageLoad = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy<ComponentType<P>>(() =>
    afterPageLoad()
      .then(() => importWithRetry(load))
      .catch((failure: unknown) => {
        logFailure('later', failure);
        return { default: () => null };
      }),
  );
