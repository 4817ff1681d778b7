import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { installClock, pauseClock } from './page-clock.ts';
import { BLANK_PATH, setUpPeople, signInCustomer } from './people.ts';

/** When parts are loaded that nobody waits for, by the page's clock. Other intervals: web/app/intervals.ui.test.tsx. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();

it('loads parts that nobody waits for once nobody has pressed anything for 2.5 seconds', async () => {
  const page = await watched(signInCustomer(app.url, { path: BLANK_PATH }));
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
