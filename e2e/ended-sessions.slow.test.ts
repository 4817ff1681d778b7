import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpeg } from '../server/testing/media-files.ts';
import { startApp, type TestApp } from './app.ts';
import { educatorDashboard, validIdea } from './educator-dashboard.ts';
import { BLANK_PATH, fillLogin, setUpPeople, signInCustomer, signInEducator } from './people.ts';

/** SPEC §4: what a sign-in, a sign-out and the end of a session leave behind. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();

it('ends the session that the browser had at a sign-in, also after a failed attempt', async () => {
  const page = await watched(signInCustomer(app.url));
  const token = await page.evaluate(() => localStorage.getItem('sessionToken'));
  await page.goto('/chartlark-staff');
  await fillLogin(page, 'educator1@demo.test', 'a guess');
  const submit = page.getByRole('button', { name: 'Access Educator Portal' });
  await submit.click();
  await page.getByRole('alert').getByText('Invalid email or password').waitFor();
  await fillLogin(page, 'educator1@demo.test', 'teach-to-trade');
  await submit.click();
  await page.waitForURL('**/educator/dashboard');
  const after = await fetch(`${app.url}/api/auth/user`, { headers: { Authorization: `Bearer ${token}` } });
  expect(after.status).toBe(401);
});

it('removes at a sign-out the account size and the levels that a customer read', async () => {
  const page = await watched(signInCustomer(app.url, { path: '/customer/forex' }));
  const stored = () => page.evaluate(() => Object.keys(localStorage).map((name) => name.split(':')[0]));
  await expect.poll(stored).toContain('readTradeIdeas');
  const user = await page.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? '{}').id);
  await page.evaluate(([name, value]) => localStorage.setItem(name, value), [
    `positionSize:${user}`,
    '{"account":"10000","riskPercent":"1"}',
  ] as const);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Login', exact: true }).waitFor();
  await expect.poll(stored).not.toContain('sessionToken');
  await expect.poll(() => stored()).not.toContain('readTradeIdeas');
  await expect.poll(() => stored()).not.toContain('positionSize');
  await expect.poll(() => stored()).toContain('viewedTradeIdeas');
});

describe('an ended session', () => {
  const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your session has ended.' });
  const refusal = { status: 401, json: { code: 'SESSION_ENDED', message: 'It has ended.' } };

  it('announces an ended session on the login until the next sign-in, without toasts of the old session', async () => {
    const page = await watched(signInEducator(app.url, '1', { path: '/educator/ideas/new' }));
    const dashboard = educatorDashboard(page);
    await dashboard.fill({ ...validIdea, Notes: 'typed before the session ended' });
    await page.route('**/api/trade-ideas', (route) =>
      route.request().method() === 'POST' ? route.fulfill(refusal) : route.continue(),
    );
    await dashboard.publishButton().click();
    await notice(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    await expect
      .poll(() => notice(page).locator('p').innerText())
      .toBe('Your session has ended. Please sign in again. Nothing was sent. Your draft is saved.');
    await expect.poll(() => page.getByText('Trade Idea Creation Failed').count()).toBe(0);
    await page.unrouteAll();

    await notice(page).getByRole('link', { name: 'Go to educator login' }).click();
    await page.getByRole('heading', { name: 'Educator Login' }).waitFor();
    await notice(page).waitFor();
    await expect.poll(() => notice(page).getByRole('link').count()).toBe(0);
    await fillLogin(page, 'educator1@demo.test', 'teach-to-trade');
    await page.getByRole('button', { name: 'Access Educator Portal' }).click();
    await page.waitForURL('**/educator/ideas/new');
    await expect.poll(() => dashboard.form().getByLabel('Pair').inputValue()).toBe(validIdea.Pair);
    await page.getByRole('button', { name: 'Log out' }).click();
    // Exactly: the toast "Login Successful" is a heading too, and a reload would cancel the sign-out.
    const login = page.getByRole('heading', { name: 'Login', exact: true });
    await login.waitFor();
    await page.reload();
    await login.waitFor();
    await expect.poll(() => notice(page).count()).toBe(0);
  });

  it('says that a photo is lost when the session ended before it was uploaded', async () => {
    const page = await watched(signInEducator(app.url, '1', { path: '/educator/ideas/new' }));
    const dashboard = educatorDashboard(page);
    await dashboard.fill({ ...validIdea, Notes: 'typed beside a photo' });
    await page.route('**/api/media?*', (route) => route.fulfill(refusal));
    const photo = { name: 'chart.jpg', mimeType: 'image/jpeg', buffer: await jpeg(400, 300) };
    await dashboard.form().getByLabel('Add photos').setInputFiles(photo);
    await notice(page).waitFor();
    await expect
      .poll(() => notice(page).locator('p').innerText())
      .toBe(
        "Your session has ended. Please sign in again. Nothing was sent. Your draft is saved. Attachments that weren't uploaded are lost.",
      );
    await page.unrouteAll();
  });

  it('does not say that nothing was sent when only reading was noted, which stays queued', async () => {
    const page = await watched(signInCustomer(app.url, { path: BLANK_PATH }));
    // Before the market, which notes its first card as read.
    await page.route('**/api/reading', (route) =>
      route.request().method() === 'POST' ? route.fulfill(refusal) : route.continue(),
    );
    await page.goto('/customer/forex');
    await notice(page).waitFor();
    await expect.poll(() => notice(page).innerText()).toBe('Your session has ended. Please sign in again.');
    await page.unrouteAll();
  });

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
});
