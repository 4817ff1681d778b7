import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { type EducatorCalls, signInCalls } from './educator-calls.ts';
import { signInCustomer, signInEducator, type WatchedPage } from './people.ts';

/** The intervals of SPEC §4 and §9, by the page's own clock: it stands still until a journey moves it. */
let app: TestApp;
let calls: EducatorCalls;
const opened: WatchedPage[] = [];

beforeAll(async () => {
  app = await startApp();
  calls = await signInCalls(app);
});
afterAll(async () => {
  for (const { faults } of opened) expect(faults).toEqual([]);
  await Promise.all(opened.map(({ close }) => close()));
  await app.close();
});

/** Opens a page whose timers only the journey moves, once it has settled. */
const openStill = async (person: Promise<WatchedPage>, path: string): Promise<Page> => {
  opened.push(await person);
  const { page } = await person;
  await page.clock.install();
  await page.goto(path);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('article').first().waitFor({ state: 'attached' });
  await page.clock.pauseAt(Date.now() + 1_000);
  await pass(page, 2_000);
  return page;
};

/** Lets time pass a tenth of a second at a time, and whatever was asked for be answered. */
const pass = async (page: Page, ms: number) => {
  for (let passed = 0; passed < ms; passed += 100) {
    await page.clock.runFor(100);
    // What is answered, and what React draws of it, takes real time.
    if (passed % 500 === 0) await page.waitForTimeout(100);
  }
  await page.waitForTimeout(300);
};

/** The requests of a list while `act` goes on. */
const asked = async (page: Page, query: string, act: () => Promise<unknown>): Promise<Request[]> => {
  const found: Request[] = [];
  const note = (request: Request) => {
    if (new URL(request.url()).search === query) found.push(request);
  };
  page.on('request', note);
  await act();
  page.off('request', note);
  return found;
};
const FOREX = '?market=Forex&state=active';

it("a customer's list is asked for every 5 seconds, and 300 ms after the last change of a burst", async () => {
  const page = await openStill(signInCustomer(app.url), '/customer/forex');
  const polls = await asked(page, FOREX, () => pass(page, 20_000));
  expect(polls.length).toBeGreaterThanOrEqual(3);
  expect(polls.length).toBeLessThanOrEqual(4);

  // Heard at once, drawn when the clock moves.
  await page.evaluate(() => {
    const heard = { created: 0 };
    Object.assign(window, { heard });
    addEventListener('tradeIdeaCreated', () => heard.created++);
  });
  const heard = () =>
    page.evaluate(() => (window as unknown as { heard: { created: number } }).heard.created);
  // Right after a poll there is none for five seconds.
  while ((await asked(page, FOREX, () => pass(page, 100))).length === 0);
  const none = await asked(page, FOREX, async () => {
    for (const [index, pair] of ['AUD/NZD', 'AUD/CAD'].entries()) {
      await calls.publish({ pair });
      await expect.poll(heard).toBe(index + 1);
      await page.clock.runFor(200);
    }
    await page.waitForTimeout(300);
  });
  expect(none).toEqual([]);
  expect(await asked(page, FOREX, () => pass(page, 200))).toHaveLength(1);
});

it("an educator's own list is asked for every second", async () => {
  const page = await openStill(signInEducator(app.url, '3'), '/educator/ideas');
  const polls = await asked(page, '?educatorId=3', () => pass(page, 10_000));
  expect(polls.length).toBeGreaterThanOrEqual(9);
  expect(polls.length).toBeLessThanOrEqual(10);
});

it('the login clears what was cached: the next list is asked for whole', async () => {
  const page = await openStill(signInCustomer(app.url), '/customer/forex');
  const [poll] = await asked(page, FOREX, () => pass(page, 5_000));
  expect(poll?.headers()['if-none-match']).toMatch(/\S/);
  const again = await asked(page, FOREX, async () => {
    for (const path of ['/login', '/customer/forex']) {
      await page.evaluate((to) => history.pushState(null, '', to), path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForTimeout(300);
    }
    await page.getByRole('article').first().waitFor();
  });
  expect(again[0]?.headers()['if-none-match']).toBeUndefined();
});
