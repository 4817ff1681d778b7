import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { openBenchServers } from '../bench-servers.ts';
import { customerPage, launchBrowser } from '../browser.ts';
import type { Row } from '../row.ts';

const built = fileURLToPath(new URL('../../dist/web', import.meta.url));
const LOGIN = 100_000;
const MARKET_JS = 150_000;
const CSS = 15_000;
/** Where the weight is, for whoever has to find some. */
const WORTH_A_LINE = 3_000;

const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;
const gzip = (content: Buffer) => gzipSync(content, { level: 9 }).length;

/** The page's own script, and all it cannot start without: static imports, of imports too. */
const startScripts = (): Set<string> => {
  const html = readFileSync(join(built, 'index.html'), 'utf8');
  const needed = new Set(
    [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, path]) => join(built, path!)),
  );
  for (const path of needed)
    for (const [, name] of readFileSync(path, 'utf8').matchAll(
      /(?:^|[;}])import[^"'(]*["']([^"']+\.js)["']/g,
    ))
      needed.add(join(dirname(path), name!));
  return needed;
};

export const loginWeight: Row = {
  id: 'W1',
  what: 'JavaScript before the login form works, gzip',
  target: `≤ ${kB(LOGIN)}`,
  measure: async () => {
    const bytes = [...startScripts()].reduce((sum, path) => sum + gzip(readFileSync(path)), 0);
    return { measured: kB(bytes), met: bytes <= LOGIN };
  },
};

/** Every script the browser loads by itself until somebody begins to use the market: `vite.config.ts` counts the same. */
export const marketWeight: Row = {
  id: 'W2',
  what: 'all JavaScript of the market view, and all its CSS, gzip',
  target: `≤ ${kB(MARKET_JS)} and ≤ ${kB(CSS)}`,
  measure: async (say) => {
    const servers = await openBenchServers();
    const browser = await launchBrowser();
    try {
      const { url } = await servers.start();
      const storageState = await (await customerPage(browser, url)).context().storageState();
      // The same session with an empty cache: what is cached would come without its bytes.
      const page = await (await browser.newContext({ baseURL: url, storageState })).newPage();
      const used = { script: 0, stylesheet: 0 };
      const pending: Promise<void>[] = [];
      const count = async (response: Response, type: keyof typeof used) => {
        const bytes = gzip(await response.body());
        used[type] += bytes;
        if (bytes > WORTH_A_LINE) say(`${kB(bytes)} ${new URL(response.url()).pathname}`);
      };
      page.on('response', (response) => {
        const type = response.request().resourceType();
        if (type === 'script' || type === 'stylesheet') pending.push(count(response, type));
      });
      await page.goto('/customer/forex');
      await page.getByRole('article').first().waitFor();
      await page.waitForTimeout(1_500);
      await Promise.all(pending);
      return {
        measured: `${kB(used.script)} and ${kB(used.stylesheet)}`,
        met: used.script <= MARKET_JS && used.stylesheet <= CSS,
      };
    } finally {
      await browser.close();
      await servers.close();
    }
  },
};
