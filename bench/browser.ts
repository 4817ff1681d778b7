import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findOrInstallChromium } from '../scripts/find-chromium.ts';
import { storageKeys } from '../web/shared/storage/storage-keys.ts';

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findOrInstallChromium(), args: ['--no-sandbox'] });

/** A signed-in customer's page with an empty cache. */
export const customerPage = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  const page = await context.newPage();
  await signInAt(page);
  return page;
};

export const signInAt = async (page: Page, url = ''): Promise<void> => {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill('customer@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('learn-to-trade');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/customer/dashboard');
  // A returning reader, who has seen the tour. It changes the card it shows.
  await page.evaluate((users) => {
    const { id } = JSON.parse(localStorage.getItem(users) ?? '{}') as { id: string };
    localStorage.setItem(`tour:${id}`, 'seen');
  }, storageKeys.currentUser.name);
};

export const slowCpu = async (page: Page, times: number): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
};

type Smoothness = { longest: number; shift: number };

/** Starts recording long tasks and layout shifts, discarding earlier ones. */
export const watchSmoothness = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const noted = { longest: 0, shift: 0 };
    Object.assign(window, { noted });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) noted.longest = Math.max(noted.longest, duration);
    }).observe({ type: 'longtask' });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) noted.shift += entry.value;
    }).observe({ type: 'layout-shift' });
  });

/** The longest task over 50 ms in milliseconds (0 if none), and the cumulative layout shift. */
export const smoothness = async (page: Page): Promise<Smoothness> => {
  await page.waitForTimeout(500);
  return page.evaluate(() => (window as unknown as { noted: Smoothness }).noted);
};

/** "no task over 50 ms" or "longest task 63 ms". */
export const formatLongestTask = (longest: number): string =>
  longest === 0 ? 'no task over 50 ms' : `longest task ${longest.toFixed(0)} ms`;
