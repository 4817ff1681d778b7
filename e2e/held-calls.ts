import type { Page } from 'playwright-core';

/** Holds calls back until `release`, as a slow network does. `asked` resolves with the first one. */
export const holdCalls = async (page: Page, url: string | RegExp, ...methods: string[]) => {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(url, async (route) => {
    if (!methods.includes(route.request().method())) return route.fallback();
    asked.resolve();
    await released.promise;
    // The page may have given it up.
    await route.continue().catch(() => undefined);
  });
  return { asked: asked.promise, release: released.resolve };
};

/** The server does what is asked, but the answer to the next call is lost. */
export const loseAnswer = async (page: Page, url: string, method: string) => {
  let isLost = false;
  await page.route(url, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
};
