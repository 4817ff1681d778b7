import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { signInCustomer, signInEducator, type WatchedPage } from './people.ts';

/** DESIGN §14: the count of open customer streams is shown to educators as "n reading now". */
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

/** The page asks again when somebody comes back to it, and every ten seconds. */
const PATIENCE = { timeout: 20_000 };

it('shows an educator how many customers read, as they come and go', async () => {
  const { page, faults } = educator;
  await page.getByText('0 reading now').waitFor();
  const [first, second] = [await signInCustomer(app.url), await signInCustomer(app.url)];
  await page.getByText('2 reading now').waitFor(PATIENCE);
  await second.close();
  await page.getByText('1 reading now').waitFor(PATIENCE);
  expect(await first.page.getByText('reading now').count(), 'customers are not told').toBe(0);
  await first.close();
  expect(faults).toEqual([]);
});
