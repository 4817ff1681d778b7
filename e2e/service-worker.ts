import type { BrowserContext, Page, Worker } from 'playwright-core';

/** The page's service worker, once it is active and has the page. */
export const activeWorker = async (page: Page): Promise<Worker> => {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    timeout: 20_000,
  });
  return workerOf(page.context());
};

export const workerOf = (context: BrowserContext): Worker => {
  const worker = context.serviceWorkers().at(-1);
  if (!worker) throw new Error('This context has no service worker');
  return worker;
};
