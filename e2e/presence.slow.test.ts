import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { signInCustomer, signInEducator, type WatchedPage } from './people.ts';

/** DESIGN §14: the number of customers with an open stream is shown to educators as "n customers online". */
let app: TestApp;
let educator: WatchedPage;

beforeAll(async () => {
  app = await startApp();
  educator = await signInEducator(app.url, '2');
});
afterAll(async () => {
  await educator?.close();
  await app.close();
});

/** The page polls every ten seconds and when it becomes visible again, which this test uses. */
const shows = (text: string) =>
  expect
    .poll(async () => {
      await educator.page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      return educator.page.getByText(text).count();
    })
    .toBe(1);

it('shows an educator how many customers are online as they come and go', async () => {
  await shows('0 customers online');
  const [first, second] = [await signInCustomer(app.url), await signInCustomer(app.url)];
  // The same one, on two devices.
  await shows('1 customer online');
  await expect
    .poll(() => first.page.getByText(/customers? online/).count(), { message: 'customers are not told' })
    .toBe(0);
  await first.close();
  await second.close();
  await shows('0 customers online');
  expect(educator.errors).toEqual([]);
});
