import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { selectContent, setUpVisitors, setup } from './screens.ts';

/** The "Offline" bar: nothing moves when it appears, and it covers no text. */
setUpVisitors();

/** The first letter rises this far above its line. */
const HEADROOM_PX = 3;

/** Texts outside scroll containers that are covered by the bar. */
const textsUnderIt = (page: Page): Promise<string[]> =>
  page.evaluate((headroom) => {
    const line = document.querySelector('[data-offline]')?.getBoundingClientRect();
    const main = document.querySelector('main');
    if (!line || !main) return ['There is no line'];
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    /** Only read out: its box is a pixel. */
    const isHidden = (element: Element | null): boolean =>
      element !== null && (element.getBoundingClientRect().width <= 1 || isHidden(element.parentElement));
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.textContent?.trim() || parent?.closest('[data-offline], [role=tabpanel]') || isHidden(parent))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects())
        if (box.height > 1 && box.width > 1 && box.bottom > line.top && box.top < line.bottom - headroom)
          found.push(node.textContent);
    }
    return found;
  }, HEADROOM_PX);

/** Positions of all elements of the screen. */
const places = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll('h1, nav[aria-label=Main], header button, main h2, main article, footer'),
    ].map((element) => {
      const { x, y, width } = element.getBoundingClientRect();
      return `${element.tagName} ${[x, y, width].map(Math.round)}`;
    }),
  );

const screens = [
  ['customer', '/customer/dashboard', 'Choose Your Market'],
  ['customer', '/customer/forex', 'Forex'],
  ['customer', '/customer/crypto/leverage', 'Leverage Ideas History'],
  ['customer', '/customer/chat', 'Messages'],
  ['customer', '/customer/educators/1', 'Ada Wren'],
  ['customer', '/test-notifications', 'Notification check'],
  ['educator', '/educator/dashboard', 'Dashboard'],
  ['educator', '/educator/chat', 'Chat'],
] as const;

it.each(screens)(
  'keeps every element of the screen in place when a %s goes offline on %s',
  async (who, path, title) => {
    const { page } = setup.people[who];
    await page.getByRole('status', { name: 'Connection' }).waitFor({ state: 'attached' });
    // Not reloaded: the bar's code is already there.
    await page.evaluate((to) => history.pushState(null, '', to), path);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.getByText('Live', { exact: true }).first().waitFor();
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await page.locator(selectContent(path)).first().waitFor({ state: 'attached' });
      await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
      await expect
        .poll(async () => {
          const first = await places(page);
          await page.waitForTimeout(200);
          return JSON.stringify(first) === JSON.stringify(await places(page));
        })
        .toBe(true);
      const before = await places(page);
      await page.context().setOffline(true);
      await page.getByText(/^Offline[.]/).waitFor();
      await expect.poll(() => textsUnderIt(page)).toEqual([]);
      await expect.poll(() => places(page)).toEqual(before);
      const main = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(main, 'no wider than the window').toBeLessThanOrEqual(0);
      await page.context().setOffline(false);
      await page.getByText(/^Offline[.]/).waitFor({ state: 'detached' });
    }
  },
);
