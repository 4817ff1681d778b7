import type { Page } from 'playwright-core';
import { insertCompleted, openBenchServers, signIn } from '../bench-servers.ts';
import {
  customerPage,
  formatLongestTask,
  launchBrowser,
  slowCpu,
  smoothness,
  watchSmoothness,
} from '../browser.ts';
import type { Row } from '../row.ts';

const IDEAS = 100_000;
const SLOWDOWN = 4;
const MAX_CLS = 0.02;

/** Scrolls to the end repeatedly until everything is loaded. */
const loadAll = (page: Page) =>
  page.evaluate(async () => {
    while (!/All \d+ ideas shown/.test(document.body.textContent)) {
      window.scrollTo(0, document.documentElement.scrollHeight);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  });

/** Fast scrolling: up to 4,000 px per second, 13 rows of cards. */
const wheel = async (page: Page, direction: 1 | -1) => {
  for (let turn = 0; turn < 250; turn++) {
    await page.mouse.wheel(0, direction * 120);
    await page.waitForTimeout(30);
  }
};

const complete = async (url: string) => {
  const token = await signIn(url, 'educator3@demo.test', 'teach-to-trade');
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return answer.json();
  };
  const own = (await call(
    'GET',
    '/api/trade-ideas?educatorId=3&market=Crypto&ideaType=Leverage&state=active',
  )) as {
    id: string;
  }[];
  await call('PUT', `/api/trade-ideas/${own[0]!.id}`, { status: 'successful' });
};

/** 100,000 completed ideas scroll smoothly, however far one has read. */
export const historyScroll: Row = {
  id: 'H1',
  what: `history with ${IDEAS.toLocaleString('en')} completed ideas at ${SLOWDOWN}x CPU slowdown: scrolling, next pages, all of them loaded, one completed meanwhile`,
  target: `no task over 50 ms while scrolling, CLS ≤ ${MAX_CLS}`,
  measure: async (say) => {
    const servers = await openBenchServers();
    const browser = await launchBrowser();
    try {
      const { url } = await servers.start((database) => insertCompleted(database, IDEAS));
      const page = await customerPage(browser, url);
      await page.goto('/customer/crypto/leverage');
      await page.getByText('Live', { exact: true }).waitFor();
      await page.getByRole('article').first().waitFor();
      await page.waitForTimeout(1_500);
      const found: string[] = [];
      let [met, shift] = [true, 0];
      const watch = async (name: string, act: () => Promise<unknown>, counts = true) => {
        await watchSmoothness(page);
        await act();
        const seen = await smoothness(page);
        shift += seen.shift;
        if (counts) met &&= seen.longest === 0;
        found.push(`${name}: ${formatLongestTask(seen.longest)}`);
        say(found.at(-1)!);
      };

      await slowCpu(page, SLOWDOWN);
      await watch('first pages', () => wheel(page, 1));
      await slowCpu(page, 1);
      say('loading them all');
      await loadAll(page);
      await slowCpu(page, SLOWDOWN);
      await watch('all loaded, upwards', () => wheel(page, -1));
      await watch('one completed', () => complete(url), false);
      const drawn = await page.getByRole('article').count();
      return {
        measured: `${found.join(', ')}; CLS ${shift.toFixed(3)}; ${drawn} cards drawn`,
        met: met && shift <= MAX_CLS,
      };
    } finally {
      await browser.close();
      await servers.close();
    }
  },
};
