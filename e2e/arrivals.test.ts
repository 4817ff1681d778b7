import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BATCH_MS } from '../web/features/notifications/new-idea-toast.ts';
import { TOAST_MS } from '../web/shared/ui/toast-message.ts';
import { startApp, type TestApp } from './app.ts';
import { type EducatorCalls, signInCalls } from './educator-calls.ts';
import { holdTimers, installClock, pauseClock } from './page-clock.ts';
import {
  BLANK_PATH,
  openNotificationSettings,
  setUpPeople,
  signInCustomer,
  signInEducator,
  withAnimations,
  withoutDelays,
} from './people.ts';

/** A new idea while the app is open: a toast, the badges, and an optional sound. */
let app: TestApp;
let educator: EducatorCalls;

beforeAll(async () => {
  app = await startApp();
  educator = await signInCalls(app);
});
afterAll(() => app.close());

// The setting is stored on the server for this customer. Runs after the browsers are closed: hooks run last to first.
afterEach(() => app.database.pool.query('delete from notification_preferences'));
const watched = setUpPeople();
/** Counts the tones a page plays. */
const listen = (page: Page) =>
  page.addInitScript(() => {
    const observed = { tones: 0 };
    Object.assign(window, { observed });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function counted(when) {
      observed.tones++;
      return start.call(this, when);
    };
  });
const tones = (page: Page) =>
  page.evaluate(() => (window as unknown as { observed: { tones: number } }).observed.tones);
/** Waits for the deferred parts. Toasts stay from then on. */
const ready = async (page: Page) => {
  await holdTimers(page, TOAST_MS);
  await page.getByRole('status', { name: 'Connection' }).waitFor({ state: 'attached' });
  await page.getByText('Live', { exact: true }).waitFor();
};
const toast = (page: Page, title: string) => page.getByRole('heading', { name: title, exact: true });

describe('a new idea', () => {
  it('shows a toast with pair, direction, market, educator and a link to the idea', async () => {
    const page = await watched(signInCustomer(app.url, { ...withoutDelays, ...withAnimations }));
    await ready(page);
    const { id } = await educator.publish({ pair: 'EUR/NOK', order_type: 'SELL' });
    await toast(page, 'EUR/NOK Bearish').waitFor();
    await page.getByText('New Forex idea by Milo Finch').waitFor();
    await page.getByRole('link', { name: 'View', exact: true }).click();
    await page.waitForURL(`**/ideas/${id}`);
    await toast(page, 'EUR/NOK Bearish').waitFor({ state: 'detached' });
  });

  it('shows one toast for a burst of ideas, while the badge counts each idea', async () => {
    const page = await watched(signInCustomer(app.url, { ...withoutDelays, ...withAnimations }));
    await ready(page);
    // The time in which ideas are collected for one toast ends when all have arrived, however busy the machine is.
    await page.evaluate((collecting) => {
      const { setTimeout: wait } = window;
      const setTimeout = (run: () => void, ms?: number) => {
        if (ms !== collecting) return wait(run, ms);
        addEventListener('collected', run, { once: true });
        return 1;
      };
      const observed = { ideas: 0 };
      Object.assign(window, { setTimeout, observed });
      addEventListener('tradeIdeaCreated', () => observed.ideas++);
    }, BATCH_MS);
    await Promise.all(['EUR/SEK', 'USD/NOK', 'USD/SEK'].map((pair) => educator.publish({ pair })));
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { observed: { ideas: number } }).observed.ideas))
      .toBe(3);
    await page.evaluate(() => dispatchEvent(new Event('collected')));
    await toast(page, '3 new ideas').waitFor();
    await page.getByRole('button', { name: 'Notifications, 3 new' }).waitFor();
  });

  it('shows no toast for an idea of a market that is off', async () => {
    const page = await watched(signInCustomer(app.url, { ...withoutDelays, ...withAnimations }));
    await ready(page);
    await openNotificationSettings(page);
    await page.getByRole('switch', { name: 'Crypto', exact: true }).uncheck();
    await page.keyboard.press('Escape');
    await educator.publish({ pair: 'ATOM/USD', market_type: 'Crypto' });
    await educator.publish({ pair: 'CHF/JPY' });
    await toast(page, 'CHF/JPY Bullish').waitFor();
    await expect.poll(() => toast(page, 'ATOM/USD Bullish').count()).toBe(0);
  });

  it('shows a toast to other educators but not to the author', async () => {
    const author = await watched(signInEducator(app.url, '2', withoutDelays));
    const other = await watched(signInEducator(app.url, '3', withoutDelays));
    await Promise.all([ready(author), ready(other)]);
    await author.evaluate(() => {
      const observed: string[] = [];
      Object.assign(window, { observed });
      window.addEventListener('tradeIdeaCreated', (event) =>
        observed.push((event as CustomEvent).detail.tradeIdea.pair),
      );
    });
    await educator.publish({ pair: 'GBP/AUD' });
    await toast(other, 'GBP/AUD Bullish').waitFor();
    await expect
      .poll(() => author.evaluate(() => (window as unknown as { observed: string[] }).observed))
      .toEqual(['GBP/AUD']);
    // Twice as long as new ideas are collected for one toast.
    await author.waitForTimeout(800);
    await expect.poll(() => toast(author, 'GBP/AUD Bullish').count()).toBe(0);
  });

  it('plays a sound only after it was turned on, and the setting is stored', async () => {
    const page = await watched(signInCustomer(app.url, { ...withoutDelays, path: BLANK_PATH }));
    await listen(page);
    await page.goto('/customer/dashboard');
    await ready(page);
    await educator.publish({ pair: 'NZD/JPY' });
    await toast(page, 'NZD/JPY Bullish').waitFor();
    await page.waitForTimeout(700);
    await expect.poll(() => tones(page)).toBe(0);

    await openNotificationSettings(page);
    const sound = page.getByRole('switch', { name: 'Sound for new ideas' });
    await expect.poll(() => sound.isChecked()).toBe(false);
    await sound.check();
    // Choosing a sound plays it.
    await expect.poll(() => tones(page)).toBe(2);
    await page.reload();
    await ready(page);
    await expect.poll(() => tones(page)).toBe(0);
    await educator.publish({ pair: 'AUD/JPY' });
    await expect.poll(() => tones(page)).toBe(2);
    await openNotificationSettings(page);
    await expect.poll(() => page.getByRole('switch', { name: 'Sound for new ideas' }).isChecked()).toBe(true);
  });

  it('increases the app badge for a new idea', async () => {
    const page = await watched(signInCustomer(app.url, { ...withoutDelays, path: BLANK_PATH }));
    await page.addInitScript(() => {
      const shown: number[] = [];
      Object.assign(window, { shown });
      navigator.setAppBadge = async (count) => void shown.push(count ?? -1);
    });
    await page.goto('/customer/dashboard');
    await ready(page);
    const shown = () => page.evaluate(() => (window as unknown as { shown: number[] }).shown);
    await expect.poll(async () => (await shown()).at(-1)).toBe(0);
    await educator.publish({ pair: 'CAD/JPY' });
    await expect.poll(async () => (await shown()).at(-1)).toBe(1);
  });
});

describe('a new idea before the toast code has loaded', () => {
  it('shows the toast as soon as its code is loaded, but none for ideas of the first list', async () => {
    await educator.publish({ pair: 'USD/PLN' });
    const page = await watched(signInCustomer(app.url, { path: BLANK_PATH }));
    // Its timers are paused: deferred parts load when the test moves them.
    await installClock(page);
    await pauseClock(page);
    await page.goto('/customer/dashboard');
    await expect
      .poll(async () => {
        await page.clock.runFor(100);
        // Deferred parts wait until nobody has pressed a key for a while.
        await page.keyboard.press('Shift');
        return page.getByText('Live', { exact: true }).isVisible();
      })
      .toBe(true);
    await page.evaluate(() => {
      Object.assign(window, { created: 0 });
      window.addEventListener('tradeIdeaCreated', () => (window as unknown as { created: number }).created++);
    });
    await educator.publish({ pair: 'USD/HUF' });
    await expect.poll(() => page.evaluate(() => (window as unknown as { created: number }).created)).toBe(1);
    await expect.poll(() => page.getByRole('status', { name: 'Connection' }).count()).toBe(0);
    await expect
      .poll(async () => {
        await page.clock.runFor(250);
        return toast(page, 'USD/HUF Bullish').isVisible();
      })
      .toBe(true);
  });

  it('shows one toast for an idea from a list response when no stream can be opened', async () => {
    const page = await watched(signInCustomer(app.url, { ...withoutDelays, path: BLANK_PATH }));
    await page.route('**/api/live', (route) => route.abort());
    // Nothing is new in the first list of a page.
    const loadLists = async (load: () => Promise<unknown>) => {
      const lists = page.waitForResponse((answer) => answer.url().includes('market=Forex'));
      await load();
      await lists;
      await page
        .getByText(/ active/)
        .first()
        .waitFor();
    };
    await loadLists(() => page.goto('/customer/dashboard'));
    await educator.publish({ pair: 'USD/CZK' });
    // A page that becomes visible again polls immediately.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await toast(page, 'USD/CZK Bullish').waitFor();
    // When the list is fetched again, the idea is not announced again.
    await loadLists(() => page.reload());
    await educator.publish({ pair: 'EUR/RON' });
    await toast(page, 'EUR/RON Bullish').waitFor();
  });
});

describe('a new idea on its own market page', () => {
  /** What live regions announce about a pair. */
  const spoken = (page: Page, pair: string) =>
    page.evaluate((name) => {
      const regions = [...document.querySelectorAll('[aria-live], [role=status], [role=alert]')];
      return regions.filter(({ textContent }) => textContent?.includes(name)).length;
    }, pair);

  it('announces a new idea by the carousel once and by no toast on its own market page', async () => {
    const page = await watched(signInCustomer(app.url, { ...withoutDelays, path: '/customer/forex' }));
    await ready(page);
    // Nothing is new in the first list of a page.
    await page.getByRole('group', { name: /^1 of/ }).waitFor();
    await educator.publish({ pair: 'EUR/TRY' });
    await page.getByRole('button', { name: 'New idea: EUR/TRY' }).waitFor();
    // A later idea of the other market is announced by a toast: the first idea's would have come before it.
    await educator.publish({ pair: 'ADA/USD', market_type: 'Crypto' });
    await toast(page, 'ADA/USD Bullish').waitFor();
    await expect.poll(() => toast(page, 'EUR/TRY Bullish').count()).toBe(0);
    await expect.poll(() => spoken(page, 'EUR/TRY')).toBe(1);
  });

  it('announces a new idea by a toast below an open detail and in the comparison', async () => {
    const page = await watched(signInCustomer(app.url, { ...withoutDelays, path: '/customer/forex' }));
    await ready(page);
    const card = page.getByRole('group', { name: /^1 of/ });
    await card.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).waitFor();
    await educator.publish({ pair: 'GBP/TRY' });
    await toast(page, 'GBP/TRY Bullish').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New idea: GBP/TRY' }).waitFor();
    await page.getByRole('radio', { name: 'Compare' }).check();
    await page.getByRole('table').waitFor();
    await educator.publish({ pair: 'CHF/TRY' });
    await toast(page, 'CHF/TRY Bullish').waitFor();
    await page.evaluate(() => localStorage.setItem('marketLayout', 'cards'));
  });

  it('plays the sound for a new idea on its own market page too', async () => {
    const page = await watched(signInCustomer(app.url, { ...withoutDelays, path: BLANK_PATH }));
    await listen(page);
    await page.evaluate(() => localStorage.setItem('arrivalSound', 'true'));
    await page.goto('/customer/forex');
    await ready(page);
    await educator.publish({ pair: 'NOK/SEK' });
    await expect.poll(() => tones(page)).toBe(2);
    await expect.poll(() => toast(page, 'NOK/SEK Bullish').count()).toBe(0);
  });
});
