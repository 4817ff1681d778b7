import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { inject } from 'vitest';

let connection: Promise<Browser> | undefined;

/** The Chromium of this run. */
export const browser = (): Promise<Browser> => {
  connection ??= chromium.connect(inject('browserEndpoint'));
  return connection;
};

/** A browser context that shares nothing with others. Close it when the test ends. */
export const newContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> =>
  (await browser()).newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', ...options });
