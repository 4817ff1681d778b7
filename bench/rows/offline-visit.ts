import type { Page } from 'playwright-core';
import { openBenchServers } from '../bench-servers.ts';
import { customerPage, launchBrowser } from '../browser.ts';
import { median, type Row } from '../row.ts';

const VISITS = 5;
const MARK = /^Offline[.] Last updated \d\d:\d\d$/;

const cards = (page: Page) => page.getByRole('article');
/** The number of ideas and the current one. */
const market = async (page: Page) => ({
  count: Number.parseInt((await page.getByText(/^\d+ active ideas/).textContent()) ?? '', 10),
  first: await cards(page).first().getByRole('heading').first().textContent(),
});

/** Milliseconds from navigation to the first idea or message. */
const visit = async (page: Page, path: string): Promise<number> => {
  const began = performance.now();
  await page.goto(path, { waitUntil: 'commit' });
  await cards(page).first().waitFor();
  return performance.now() - began;
};

/** First visit, until the service worker has cached the app and the device has stored the ideas. */
const firstVisit = async (
  page: Page,
): Promise<{ ideas: Awaited<ReturnType<typeof market>>; messages: number }> => {
  await page.goto('/customer/chat');
  await cards(page).first().waitFor();
  const messages = await cards(page).count();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.waitForTimeout(4_000);
  await page.goto('/customer/forex');
  await cards(page).first().waitFor();
  await page.waitForTimeout(4_000);
  return { ideas: await market(page), messages };
};

/** W5: the app and what was last read, without a network. */
export const offlineVisit: Row = {
  id: 'W5',
  what: `second visit, offline: the shell and the last ideas read, median of ${VISITS}`,
  target: 'all of them appear, marked as offline',
  measure: async (say) => {
    const servers = await openBenchServers();
    const browser = await launchBrowser();
    try {
      const { url } = await servers.start();
      const page = await customerPage(browser, url);
      const online = await firstVisit(page);
      const context = page.context();
      await page.close();
      await context.setOffline(true);
      const times: Record<'ideas' | 'messages', number[]> = { ideas: [], messages: [] };
      let met = true;
      for (let count = 0; count < VISITS; count++) {
        const again = await context.newPage();
        times.ideas.push(await visit(again, '/customer/forex'));
        await again.getByText(MARK).waitFor();
        met &&= JSON.stringify(await market(again)) === JSON.stringify(online.ideas);
        times.messages.push(await visit(again, '/customer/chat'));
        await again.getByText(MARK).waitFor();
        met &&= (await cards(again).count()) === online.messages;
        await again.close();
      }
      const inWords = (what: string, all: number[]) => `${what} after ${median(all).toFixed(0)} ms`;
      const measured = [
        inWords(`the same ${online.ideas.count} ideas`, times.ideas),
        inWords(`the same ${online.messages} messages`, times.messages),
        'both marked',
      ].join(', ');
      say(measured);
      return { measured: met ? measured : `not what was read online: ${measured}`, met };
    } finally {
      await browser.close();
      await servers.close();
    }
  },
};
