import type { Page } from 'playwright-core';

/**
 * Holds requests back until `release`, like a slow network. `requested` resolves with the first of them. A test uses it to
 * do something while an answer is awaited.
 */
export const holdAnswers = async (page: Page, url: string | RegExp, method = 'GET') => {
  const gate = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    first.resolve();
    await gate.promise;
    // The page may have given it up.
    await route.continue().catch(() => undefined);
  });
  return {
    requested: first.promise,
    release: async () => {
      gate.resolve();
      await page.unroute(url);
    },
  };
};
