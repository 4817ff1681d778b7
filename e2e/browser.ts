import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { inject } from 'vitest';
import { WAIT_LIMIT_MS } from '../server/testing/time-limits.ts';

let connection: Promise<Browser> | undefined;

/** The Chromium of this run. */
export const browser = (): Promise<Browser> => {
  connection ??= chromium.connect(inject('browserEndpoint'));
  return connection;
};

/**
 * A dialog that closes goes back in history, which aborts a navigation that begins in the same moment. A person would press
 * again.
 */
const repeatAborted = (page: Page): void => {
  const repeat = async <T>(navigate: () => Promise<T>): Promise<T> => {
    try {
      return await navigate();
    } catch (error) {
      if (!/ERR_ABORTED|interrupted by another navigation/.test(String(error))) throw error;
      return navigate();
    }
  };
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = (url, options) => repeat(() => goto(url, options));
  page.reload = (options) => repeat(() => reload(options));
};

/**
 * A browser context that shares nothing with others. Close it when the test ends. Animations take a tenth of the CPU time,
 * so tests that are not about them go without.
 */
export const newContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
  const context = await (await browser()).newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(WAIT_LIMIT_MS);
  context.on('page', repeatAborted);
  return context;
};
