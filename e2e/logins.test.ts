import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOAST_MS } from '../web/shared/ui/toast.ts';
import { startApp, type TestApp } from './app.ts';
import { holdCalls } from './held-calls.ts';
import { fillLogin, openPage, setUpPeople, signInEducator } from './people.ts';

/** SPEC §2 and §4: both logins, the way between them, and what they protect. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();
const visit = (path: string): Promise<Page> => watched(openPage(app.url, path));

describe('the customer login', () => {
  it('rejects an educator like a wrong password (§6.1)', async () => {
    const page = await visit('/login');
    await fillLogin(page, 'educator1@demo.test', 'teach-to-trade');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Invalid email or password').waitFor();
  });

  it('greets also when the code of the toast takes longer to load than the toast is shown', async () => {
    const page = await visit('/login');
    const toastCode = await holdCalls(page, /assets.toast-host-.*[.]js$/, 'GET');
    await fillLogin(page, 'customer@demo.test', 'learn-to-trade');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/customer/dashboard');
    await page.clock.setFixedTime(Date.now() + 4 * TOAST_MS);
    toastCode.release();
    await page.getByText('Login Successful').waitFor();
  });
});

describe('the educator login', () => {
  it('signs an educator in; the session survives a reload and ends with Logout (§2.21, §2.24, §4.35)', async () => {
    const page = await watched(signInEducator(app.url));
    const token = await page.evaluate(() => localStorage.getItem('sessionToken'));
    await page.reload();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('sessionToken'))).toBeNull();
    const headers = { Authorization: `Bearer ${token}` };
    await expect.poll(async () => (await fetch(`${app.url}/api/auth/user`, { headers })).status).toBe(401);
  });
});
