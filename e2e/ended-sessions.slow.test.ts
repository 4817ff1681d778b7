import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { setUpPeople, signInCustomer } from './people.ts';

/** A session that the server ends. What the login says then is tested in web/account/sign-in. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your session has ended.' });

it('announces an ended session in every tab, without a draft when there is none', async () => {
  const page = await watched(signInCustomer(app.url, { path: '/customer/chat' }));
  const other = await page.context().newPage();
  await other.goto('/customer/forex');
  await other.getByRole('article').first().waitFor();
  await app.database.pool.query('update sessions set ended_at = now() where ended_at is null');
  for (const tab of [page, other]) {
    await notice(tab).waitFor();
    await expect.poll(() => notice(tab).innerText()).toBe('Your session has ended. Please sign in again.');
  }
});
