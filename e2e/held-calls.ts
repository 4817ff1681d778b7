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

/**
 * Lets calls fail until somebody presses Retry, by which the page hears of it: between the end of a route and the press, a
 * retry of the page itself could remove the button.
 */
export const failUntilRetry = (page: Page, url: string): Promise<unknown> =>
  page.route(url, async (route) => {
    const isPressed = page.evaluate(() => {
      const seen = window as { isPressed?: boolean };
      if (seen.isPressed === undefined)
        document.addEventListener('click', () => Object.assign(seen, { isPressed: true }), { capture: true });
      seen.isPressed ??= false;
      return seen.isPressed;
    });
    const answer = isPressed.then((pressed) => (pressed ? route.continue() : route.abort()));
    // The page may have been closed.
    await answer.catch(() => undefined);
  });
