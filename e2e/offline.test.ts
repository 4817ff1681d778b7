import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { readCopies } from './offline-copies.ts';
import { signInCustomer, withoutDelays } from './people.ts';
import { waitForActiveWorker } from './service-worker.ts';

/** Reading without a network; its details are in offline.slow.test.ts. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it('opens the last read ideas and channels on a second visit with their time (§7.12)', async () => {
  const { page, errors, close } = await signInCustomer(app.url, withoutDelays);
  await waitForActiveWorker(page);
  await page.goto('/customer/chat');
  const message = await page.getByRole('article').last().innerText();
  await expect.poll(async () => (await readCopies(page)).text).toContain('/messages');
  await page.goto('/customer/forex');
  const card = page.locator('article').first();
  const pair = await card.getByRole('heading').first().innerText();
  await expect.poll(async () => (await readCopies(page)).text).toContain('market=Forex');
  await expect
    .poll(async () => (await readCopies(page)).text, { message: 'test data is no customer’s' })
    .not.toContain('"educator_id":"9"');

  await page.context().setOffline(true);
  await page.goto('/customer/forex');
  await page.getByRole('article').first().getByRole('heading', { name: pair }).waitFor();
  await page.getByText(/^Offline[.] Last updated \d\d:\d\d$/).waitFor();
  // Its name has no hash, so the network comes first.
  expect(await page.evaluate(async () => (await fetch('/startup.js')).status)).toBe(200);
  await page.goto('/customer/chat');
  await page.getByRole('article').last().waitFor();
  await expect.poll(() => page.getByRole('article').last().innerText()).toBe(message);
  await page.getByText(/^Offline[.] Last updated/).waitFor();

  await page.context().setOffline(false);
  await page.getByText('Live', { exact: true }).waitFor();
  await expect.poll(() => page.getByText(/^Offline[.]/).count()).toBe(0);
  expect(errors).toEqual([]);
  await close();
});
