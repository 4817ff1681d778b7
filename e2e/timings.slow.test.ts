import type { BrowserContext, Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { type EducatorCalls, signInCalls } from './educator-calls.ts';
import { installClock, pauseClock } from './page-clock.ts';
import {
  BLANK_PATH,
  openPage,
  setUpPeople,
  signInCustomer,
  signInEducator,
  type WatchedPage,
  withAnimations,
} from './people.ts';

/** The intervals of SPEC §4 and §9, by the page's clock, which only the tests move. */
let app: TestApp;
let calls: EducatorCalls;
/** A customer's signed-in browser. */
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;

beforeAll(async () => {
  app = await startApp();
  calls = await signInCalls(app);
  const { page, close } = await signInCustomer(app.url);
  signedIn = await page.context().storageState();
  await close();
});
afterAll(() => app.close());

const watched = setUpPeople();
/** The signed-in customer in a new browser, on a page without timers. */
const customer = () => openPage(app.url, BLANK_PATH, { ...withAnimations, storageState: signedIn });

/** Unanswered requests per page, without the stream. */
const underWay = new WeakMap<Page, Set<Request>>();
const watchRequests = (page: Page) => {
  const asked = new Set<Request>();
  underWay.set(page, asked);
  page.on('request', (request) => !request.url().endsWith('/api/live') && asked.add(request));
  const settle = (request: Request) => asked.delete(request);
  page.on('requestfinished', settle).on('requestfailed', settle);
};

/** Opens a page and pauses its timers once it has loaded. */
const openStill = async (person: Promise<WatchedPage>, path: string): Promise<Page> => {
  const page = await watched(person);
  watchRequests(page);
  await installClock(page);
  await page.goto(path);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('article').or(page.getByRole('rowheader')).first().waitFor({ state: 'attached' });
  await pauseClock(page);
  await pass(page, 2_000);
  return page;
};

/** Waits until all requests are answered and React has rendered. The page answers after what it has begun, however busy. */
const answered = async (page: Page) => {
  do {
    await page.waitForTimeout(40);
    await page.evaluate(() => undefined);
  } while (underWay.get(page)?.size);
};

/** Moves the clock by half a second at a time and waits for responses. */
const pass = async (page: Page, ms: number) => {
  for (let passed = 0; passed < ms; passed += 500) {
    await page.clock.runFor(Math.min(500, ms - passed));
    await answered(page);
  }
  await answered(page);
};

/** Moves the page's clock by one frame at a time, so that it renders. */
const frames = async (page: Page, ms: number) => {
  for (let passed = 0; passed < ms; passed += 20) await page.clock.runFor(20);
};

/** Waits for a lazy part, moving the page's clock so that it renders. */
const appears = async (page: Page, what: Locator) => {
  for (let turn = 0; turn < 200 && !(await what.isVisible()); turn++) {
    await frames(page, 100);
    await page.waitForTimeout(50);
  }
  await what.waitFor();
};

/** The requests of a list during `act`. */
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

it('loads parts that nobody waits for once nobody has pressed anything for 2.5 seconds', async () => {
  const page = await watched(customer());
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const isLoaded = () => loaded.some((url) => url.includes('/deferred-shell-'));
  await installClock(page);
  await pauseClock(page);
  await page.goto('/customer/forex');
  const press = async (afterMs: number) => {
    await page.clock.runFor(afterMs);
    await page.keyboard.press('Shift');
  };
  await expect
    .poll(async () => {
      await press(100);
      return page.locator('[role=group]:not([aria-hidden]) article').isVisible();
    })
    .toBe(true);
  for (let count = 0; count < 3; count++) await press(1_500);
  expect(isLoaded()).toBe(false);
  await page.clock.runFor(2_400);
  expect(isLoaded()).toBe(false);
  await page.clock.runFor(200);
  await expect.poll(isLoaded).toBe(true);
});

it("refetches a customer's list every 5 seconds, and 300 ms after the last change of a burst", async () => {
  const page = await openStill(customer(), '/customer/forex');
  const polls = await asked(page, FOREX, () => pass(page, 20_000));
  expect(polls.length).toBeGreaterThanOrEqual(3);
  expect(polls.length).toBeLessThanOrEqual(4);

  // The event arrives immediately; it is rendered when the clock moves.
  await page.evaluate(() => {
    const observed = { created: 0 };
    Object.assign(window, { observed });
    addEventListener('tradeIdeaCreated', () => observed.created++);
  });
  const observed = () =>
    page.evaluate(() => (window as unknown as { observed: { created: number } }).observed.created);
  // The next poll is five seconds after this one.
  while ((await asked(page, FOREX, () => pass(page, 100))).length === 0);
  const none = await asked(page, FOREX, async () => {
    for (const [index, pair] of ['AUD/NZD', 'AUD/CAD'].entries()) {
      await calls.publish({ pair });
      await expect.poll(observed).toBe(index + 1);
      await page.clock.runFor(200);
    }
    await page.waitForTimeout(300);
  });
  expect(none).toEqual([]);
  expect(await asked(page, FOREX, () => pass(page, 200))).toHaveLength(1);
});

const readSeconds = async (text: Locator) => Number(/(\d+) seconds? ago/.exec(await text.innerText())?.[1]);
/** A text is up to a second behind: it is rendered every second, and by a refetch between two of them. */
const expectCounting = async (page: Page, text: Locator) => {
  const before = await readSeconds(text);
  await pass(page, 5_000);
  const counted = (await readSeconds(text)) - before;
  expect(counted).toBeGreaterThanOrEqual(4);
  expect(counted).toBeLessThanOrEqual(6);
};

/** Sets the page's clock to a few seconds after this time: the page may have taken longer than a minute to load. */
const turnBackTo = async (page: Page, time: string | null) => {
  await page.clock.setSystemTime(Date.parse(time ?? '') + 5_000);
  // Times above a minute are rendered every ten seconds.
  await pass(page, 10_000);
};

it('counts the seconds of times below a minute, in the header, on cards and in the comparison', async () => {
  const { created_at } = await calls.publish({ pair: 'CHF/NOK' });
  const page = await openStill(customer(), '/customer/forex');
  const card = page.locator('[role=group]:not([aria-hidden]) article');
  await appears(page, card.getByRole('heading', { name: 'CHF/NOK' }));
  await turnBackTo(page, created_at);
  await expectCounting(page, page.getByText(/latest \d+ seconds? ago/));
  await expectCounting(page, card.locator('time').first());
  await page.getByRole('radio', { name: 'Compare' }).check({ force: true });
  const row = page.getByRole('row').filter({ hasText: 'CHF/NOK' });
  await appears(page, row);
  await turnBackTo(page, created_at);
  await expectCounting(page, row.locator('time'));
});

it('counts the seconds of both times in a history', async () => {
  const { id } = await calls.publish({ pair: 'CHF/DKK' });
  const { closed_at } = await calls.change(id, { status: 'successful' });
  const page = await openStill(customer(), '/customer/forex/leverage');
  await turnBackTo(page, closed_at);
  const [published, closed] = await page.getByRole('article').first().getByText(/ago$/).all();
  for (const time of [published!, closed!]) await expectCounting(page, time);
});

it("refetches an educator's own list every second", async () => {
  const page = await openStill(
    signInEducator(app.url, '3', { ...withAnimations, path: BLANK_PATH }),
    '/educator/ideas',
  );
  const polls = await asked(page, '?educatorId=3', () => pass(page, 10_000));
  expect(polls.length).toBeGreaterThanOrEqual(9);
  expect(polls.length).toBeLessThanOrEqual(10);
});

it('clears the cache on the login page: the next list is fetched without an ETag', async () => {
  const page = await openStill(customer(), '/customer/forex');
  const [poll] = await asked(page, FOREX, () => pass(page, 5_000));
  expect(poll?.headers()['if-none-match']).toMatch(/\S/);
  const again = await asked(page, FOREX, async () => {
    for (const path of ['/login', '/customer/forex']) {
      await page.evaluate((to) => history.pushState(null, '', to), path);
      await appears(
        page,
        page.getByRole('heading', { level: 1, name: path === '/login' ? 'Login' : 'Forex' }),
      );
      await page.waitForTimeout(300);
    }
    await appears(page, page.getByRole('article').first());
  });
  expect(again[0]?.headers()['if-none-match']).toBeUndefined();
});

it('shows a tooltip after 700 ms, not before, and removes it with the mouse', async () => {
  const page = await openStill(customer(), '/customer/forex');
  const tooltip = page.getByText('Log out', { exact: true });
  const hover = () => page.getByRole('button', { name: 'Log out' }).hover();
  const leave = async () => {
    await page.mouse.move(5, 800);
    await frames(page, 500);
    await tooltip.waitFor({ state: 'detached' });
  };
  // The first one loads its code.
  await hover();
  await pass(page, 2_000);
  await tooltip.waitFor();
  await leave();

  await hover();
  await frames(page, 660);
  await page.waitForTimeout(300);
  await expect.poll(() => tooltip.count()).toBe(0);
  await frames(page, 100);
  await page.waitForTimeout(300);
  await expect.poll(() => tooltip.isVisible()).toBe(true);
  await leave();
});

it('shows toasts one at a time for 5 seconds', async () => {
  const page = await openStill(customer(), '/customer/crypto');
  await pass(page, 3_000);
  const title = (pair: string) => page.getByRole('dialog').filter({ hasText: `${pair} Bullish` });
  const arrive = async (pair: string) => {
    await calls.publish({ pair });
    await appears(page, title(pair));
  };
  await arrive('EUR/HUF');
  await arrive('EUR/CZK');
  // The first toast is replaced immediately, and its exit animation ends within a second.
  for (let passed = 0; passed < 1_000 && (await title('EUR/HUF').isVisible()); passed += 100) {
    await frames(page, 100);
    await page.waitForTimeout(50);
  }
  await expect.poll(() => title('EUR/HUF').isVisible()).toBe(false);
  await title('EUR/CZK').waitFor();
  // From here on the second toast has 4 to 5 seconds left.
  await frames(page, 3_500);
  await expect.poll(() => title('EUR/CZK').isVisible()).toBe(true);
  await frames(page, 2_000);
  await title('EUR/CZK').waitFor({ state: 'detached' });
});

it('confirms a copy for 2 seconds', async () => {
  const page = await openStill(customer(), '/customer/forex');
  await page.getByRole('group', { name: /^1 of/ }).getByRole('button', { name: 'Details' }).click();
  const dialog = page.getByRole('dialog');
  const copy = dialog.getByRole('button', { name: 'Copy idea' });
  await expect
    .poll(async () => {
      await frames(page, 100);
      return copy.isVisible();
    })
    .toBe(true);
  await copy.click();
  const copied = dialog.getByRole('button', { name: 'Copied' });
  await copied.waitFor();
  await frames(page, 1_900);
  await page.waitForTimeout(200);
  await expect.poll(() => copied.count()).toBe(1);
  await frames(page, 200);
  await copy.waitFor();
  await expect.poll(() => copied.count()).toBe(0);
});

it('moves the carousel with duration 25', async () => {
  const page = await openStill(customer(), '/customer/forex');
  const at = () =>
    page.locator('.touch-pan-y').evaluate((strip) => new DOMMatrix(getComputedStyle(strip).transform).m41);
  const start = await at();
  // Position of the strip after each frame of the page's clock.
  await page.evaluate(() => {
    const places: number[] = [];
    Object.assign(window, { places });
    const strip = document.querySelector('.touch-pan-y');
    const note = () => {
      if (strip) places.push(new DOMMatrix(getComputedStyle(strip).transform).m41);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await page.getByRole('button', { name: 'Next' }).click();
  await page.clock.runFor(16 * 150);
  const places = await page.evaluate(() => (window as unknown as { places: number[] }).places);
  expect(places.length).toBeGreaterThan(140);
  const way = places.at(-1)! - start;
  expect(Math.abs(way)).toBeGreaterThan(300);
  const after = 16 * (1 + places.findIndex((place) => (place - start) / way >= 0.9));
  // Each step of 1/60 s adds 1/25 of what is left to the speed, of which friction takes 32 %: nine tenths of the way are
  // 23 steps (383 ms); with a duration of 22 they were 333 ms, with 28 450.
  expect(after).toBeGreaterThan(350);
  expect(after).toBeLessThan(430);
});

it('treats a movement below 10 pixels as a click, above it as a drag', async () => {
  const page = await watched(customer());
  await page.goto('/customer/forex');
  const details = page.getByRole('group', { name: /^1 of/ }).getByRole('button', { name: 'Details' });
  const box = (await details.boundingBox())!;
  const pressMovingBy = async (pixels: number) => {
    await page.mouse.move(box.x + 20, box.y + box.height / 2);
    await page.mouse.down();
    for (let moved = 1; moved <= pixels; moved++)
      await page.mouse.move(box.x + 20 + moved, box.y + box.height / 2);
    await page.mouse.up();
    await page.waitForTimeout(1_000);
  };
  await pressMovingBy(13);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await pressMovingBy(8);
  await page.getByRole('dialog').waitFor();
});

it("renews an educator's session every 30 minutes, and ends an expired one when the tab becomes visible", async () => {
  const page = await openStill(
    signInEducator(app.url, '2', { ...withAnimations, path: BLANK_PATH }),
    '/educator/ideas',
  );
  const refreshes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/auth/user') refreshes.push(pathname);
  });
  await page.clock.fastForward('25:00');
  await page.waitForTimeout(500);
  expect(refreshes).toHaveLength(0);
  await page.clock.fastForward('05:05');
  await expect.poll(() => refreshes.length).toBe(1);

  await page.evaluate(() => {
    const thirtyOneDays = 31 * 24 * 60 * 60 * 1000;
    localStorage.setItem('lastSuccessfulAuth', String(Date.now() - thirtyOneDays));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.waitForURL('**/login**');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('sessionToken'))).toBeNull();
});
