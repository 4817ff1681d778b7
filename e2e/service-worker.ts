import type { BrowserContext, Page, Worker } from 'playwright-core';

/** The page's service worker, once it is active and controls the page. */
export const waitForActiveWorker = async (page: Page): Promise<Worker> => {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  return getWorker(page.context());
};

/** Waits for the deferred parts, such as the install banner. */
export const waitForDeferredParts = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.documentElement.style.getPropertyValue('--docked') !== '');

const getWorker = (context: BrowserContext): Worker => {
  const worker = context.serviceWorkers().at(-1);
  if (!worker) throw new Error('This context has no service worker');
  return worker;
};
