import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { type EducatorCalls, signInCalls } from './educator-calls.ts';
import { installClock, pauseClock } from './page-clock.ts';
import { BLANK_PATH, setUpPeople, signInCustomer } from './people.ts';

/** A new idea while the code of the toast still loads. */
let app: TestApp;
let educator: EducatorCalls;

beforeAll(async () => {
  app = await startApp();
  educator = await signInCalls(app);
});
afterAll(() => app.close());

const watched = setUpPeople();
const toast = (page: Page, title: string) => page.getByRole('heading', { name: title, exact: true });

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
});
