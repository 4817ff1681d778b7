import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { inject } from 'vitest';

let connection: Promise<Browser> | undefined;

/** The run's Chromium. */
export const browser = (): Promise<Browser> => {
  connection ??= chromium.connect(inject('browserEndpoint'));
  return connection;
};

/** A person with a browser of their own: nothing is shared with other contexts. Close it when the journey ends. */
export const newContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> =>
  (await browser()).newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', ...options });
