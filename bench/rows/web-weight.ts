import { gzipSync } from 'node:zlib';
import type { Browser, Page, Response } from 'playwright-core';
import { openBenchServers } from '../bench-servers.ts';
import { customerPage, launchBrowser } from '../browser.ts';
import type { Row } from '../row.ts';

const LOGIN = 100_000;
const MARKET_JS = 170_000;
const CSS = 16_000;
/** Prints larger files. */
const WORTH_A_LINE = 3_000;

const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;
const gzip = (content: Buffer) => gzipSync(content, { level: 9 }).length;

/** Deferred imports (web/shared/loading/deferred-import.ts) have loaded by then. */
const SETTLED_MS = 6_000;

type Weight = { script: number; stylesheet: number };

/** Bytes loaded by a browser with an empty cache until `settled`. */
const weigh = async (
  page: Page,
  path: string,
  settled: () => Promise<unknown>,
  say: (line: string) => void,
): Promise<Weight> => {
  const used: Weight = { script: 0, stylesheet: 0 };
  const pending: Promise<void>[] = [];
  const count = async (response: Response, type: keyof Weight) => {
    const bytes = gzip(await response.body());
    used[type] += bytes;
    if (bytes > WORTH_A_LINE) say(`${kB(bytes)} ${new URL(response.url()).pathname}`);
  };
  page.on('response', (response) => {
    const type = response.request().resourceType();
    if (type === 'script' || type === 'stylesheet') pending.push(count(response, type));
  });
  await page.goto(path);
  await settled();
  await Promise.all(pending);
  return used;
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
  target: `≤ ${kB(LOGIN)}`,
  measure: (say) =>
    withBrowser(async (browser, baseURL) => {
      // A phone viewport: wide screens draw extra content after the form works.
      const page = await browser.newPage({ baseURL, viewport: { width: 360, height: 780 } });
      const form = () => page.getByRole('button', { name: 'Sign In' }).waitFor();
      const { script } = await weigh(page, '/login', form, say);
      return { measured: kB(script), met: script <= LOGIN };
    }),
};

/** All scripts loaded without interaction in the market view; `vite.config.ts` counts the same. */
export const marketWeight: Row = {
  id: 'W2',
  what: 'all JavaScript of the market view, and all its CSS, gzip',
  target: `≤ ${kB(MARKET_JS)} and ≤ ${kB(CSS)}`,
  measure: (say) =>
    withBrowser(async (browser, baseURL) => {
      const storageState = await (await customerPage(browser, baseURL)).context().storageState();
      // The same session with an empty cache, because cached files have no transfer size.
      const page = await (await browser.newContext({ baseURL, storageState })).newPage();
      const settled = async () => {
        await page.getByRole('article').first().waitFor();
        await page.waitForTimeout(SETTLED_MS);
      };
      const { script, stylesheet } = await weigh(page, '/customer/forex', settled, say);
      return {
        measured: `${kB(script)} and ${kB(stylesheet)}`,
        met: script <= MARKET_JS && stylesheet <= CSS,
      };
    }),
};
