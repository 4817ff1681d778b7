import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { setUpPeople, signInCustomer } from './people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
const person = setUpPeople();

const tour = (page: Page) => page.getByRole('region', { name: 'First steps' });

it('does not show the tour on a second device of the same account', async () => {
  const first = await person(signInCustomer(app.url, { path: '/customer/forex', isFirstVisit: true }));
  await tour(first).waitFor();
  await expect
    .poll(async () => (await app.database.pool.query('select from reading_states')).rowCount)
    .toBe(1);
  const second = await person(
    signInCustomer(app.url, { path: '/customer/forex', isFirstVisit: true, keepsReading: true }),
  );
  await second.getByRole('article').first().waitFor();
  await second.getByText('Live', { exact: true }).waitFor();
  const stored = () =>
    second.evaluate(() => Object.keys(localStorage).filter((name) => /^tour:|^reading:/.test(name)));
  await expect.poll(stored).toEqual([expect.stringMatching(/^reading:/)]);
});
