import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { findOrInstallChromium } from '../../scripts/find-chromium.ts';
import { openBenchServers } from '../bench-servers.ts';
import { signInAt } from '../browser.ts';
import { median, type Row } from '../row.ts';

const RUNS = 5;
const LOADED_MS = 15_000;
const CATEGORIES = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
type Category = keyof typeof CATEGORIES;
const categories = Object.keys(CATEGORIES) as Category[];
const pages = { login: '/login', markets: '/customer/dashboard', 'market view': '/customer/forex' };

const measureScores = async (url: string, port: number): Promise<Record<Category, number>> => {
  const result = await lighthouse(url, {
    port,
    onlyCategories: categories,
    // The session is in the page's storage.
    disableStorageReset: true,
    // A signed-in page keeps its live stream open, so the network is never idle; it has loaded by then.
    maxWaitForLoad: LOADED_MS,
    logLevel: 'silent',
  });
  if (!result) throw new Error(`Lighthouse found nothing at ${url}`);
  return Object.fromEntries(
    categories.map((name) => [name, Math.round((result.lhr.categories[name]?.score ?? 0) * 100)]),
  ) as Record<Category, number>;
};

/** W3. As a library, Lighthouse sends no error reports; only its command line does. */
export const lighthouseScores: Row = {
  id: 'W3',
  what: 'Lighthouse 13, mobile, median of 5: performance, accessibility, best practices',
  target: '≥ 95, 100, 100 on login, markets and market view',
  measure: async (say) => {
    const servers = await openBenchServers();
    const profile = await mkdtemp(join(tmpdir(), 'chartlark-lighthouse-'));
    const chrome = await launch({
      chromePath: findOrInstallChromium(),
      chromeFlags: [
        '--no-sandbox',
        '--headless=new',
        '--disable-background-networking',
        '--disable-component-update',
      ],
      userDataDir: profile,
      logLevel: 'silent',
    });
    try {
      const { url } = await servers.start();
      const measured: string[] = [];
      let met = true;
      for (const [name, path] of Object.entries(pages)) {
        if (path !== pages.login) await signInOver(chrome.port, url);
        const runs: Record<Category, number>[] = [];
        for (let run = 0; run < RUNS; run++) runs.push(await measureScores(url + path, chrome.port));
        const scores = categories.map((category) => median(runs.map((run) => run[category])));
        met &&= scores.every((score, index) => score >= CATEGORIES[categories[index]!]);
        measured.push(`${name} ${scores.join(' / ')}`);
        say(measured.at(-1)!);
      }
      return { measured: measured.join(', '), met };
    } finally {
      chrome.kill();
      await servers.close();
      // The browser may still write to the profile while exiting.
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  },
};

const signInOver = async (port: number, url: string) => {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await browser.contexts()[0]!.newPage();
  await page.goto(`${url}/login`);
  if (await page.evaluate(() => localStorage.getItem('sessionToken') === null)) await signInAt(page, url);
  await page.close();
  await browser.close();
};
