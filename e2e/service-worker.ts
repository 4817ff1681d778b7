import type { BrowserContext, Page, Worker } from 'playwright-core';

/** The page's service worker, once it is active and has the page. */
export const activeWorker = async (page: Page): Promise<Worker> => {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    // It keeps the whole shell first, on a machine that may be at other things.
    timeout: 45_000,
  });
  return workerOf(page.context());
};

/** Once what comes some time after a page is there: the install banner and the update's offer have their place. */
export const lateParts = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.documentElement.style.getPropertyValue('--dock') !== '');

export const workerOf = (context: BrowserContext): Worker => {
  const worker = context.serviceWorkers().at(-1);
  if (!worker) throw new Error('This context has no service worker');
  return worker;
};
