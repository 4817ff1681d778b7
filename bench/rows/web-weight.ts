import type { Browser } from 'playwright-core';
import { BUDGET, collectFiles, type LoadedFile, sumBytes } from '../../scripts/web-weight.ts';
import { openBenchServers } from '../bench-servers.ts';
import { customerPage, launchBrowser } from '../browser.ts';
import type { Row } from '../row.ts';

/** Prints larger files. */
const MIN_LISTED_BYTES = 3_000;

const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

/** Deferred imports (web/shared/loading/deferred-import.ts) have loaded by then. */
const SETTLED_MS = 6_000;

const printLarge = (files: readonly LoadedFile[], say: (line: string) => void) => {
  for (const { path, bytes } of files) if (bytes > MIN_LISTED_BYTES) say(`${kB(bytes)} ${path}`);
};

const withBrowser = async <T>(use: (browser: Browser, url: string) => Promise<T>): Promise<T> => {
  const servers = await openBenchServers();
  const browser = await launchBrowser();
  try {
    return await use(browser, (await servers.start()).url);
  } finally {
    await browser.close();
    await servers.close();
  }
};

export const loginWeight: Row = {
  id: 'W1',
  what: 'JavaScript before the login form works, gzip',
  target: `≤ ${kB(BUDGET.login)}`,
  measure: (say) =>
    withBrowser(async (browser, baseURL) => {
      // A phone viewport: wide screens draw extra content after the form works.
      const page = await browser.newPage({ baseURL, viewport: { width: 360, height: 780 } });
      const form = () => page.getByRole('button', { name: 'Sign In' }).waitFor();
      const files = await collectFiles(page, '/login', form);
      printLarge(files, say);
      const script = sumBytes(files, 'script');
      return { measured: kB(script), met: script <= BUDGET.login };
    }),
};

/** All scripts loaded without interaction in the market view; `vite.config.ts` counts the same. */
export const marketWeight: Row = {
  id: 'W2',
  what: 'all JavaScript of the market view, and all its CSS, gzip',
  target: `≤ ${kB(BUDGET.market)} and ≤ ${kB(BUDGET.css)}`,
  measure: (say) =>
    withBrowser(async (browser, baseURL) => {
      const storageState = await (await customerPage(browser, baseURL)).context().storageState();
      // The same session with an empty cache, because cached files have no transfer size.
      const page = await (await browser.newContext({ baseURL, storageState })).newPage();
      const settled = async () => {
        await page.getByRole('article').first().waitFor();
        await page.waitForTimeout(SETTLED_MS);
      };
      const files = await collectFiles(page, '/customer/forex', settled);
      printLarge(files, say);
      const [script, stylesheet] = [sumBytes(files, 'script'), sumBytes(files, 'stylesheet')];
      return {
        measured: `${kB(script)} and ${kB(stylesheet)}`,
        met: script <= BUDGET.market && stylesheet <= BUDGET.css,
      };
    }),
};
