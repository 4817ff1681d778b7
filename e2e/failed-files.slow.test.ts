import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { BLANK_PATH, fillLogin, openPage, setUpPeople, signInCustomer, withoutDelays } from './people.ts';
import { waitForDeferredParts } from './service-worker.ts';

/** Files of the web app that fail to load: none of them may leave a white page. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();
/** Deferred parts load immediately, and no service worker answers from its cache. */
const options = { ...withoutDelays, serviceWorkers: 'block' } as const;

const isCode = (url: string) => url.startsWith(app.url) && /[.](js|css)$/.test(url);

/** From the login to the market view, with the toast of the sign-in and the deferred parts. */
const walk = async (page: Page) => {
  const reload = page.getByRole('link', { name: 'Reload' });
  await page.getByRole('heading', { name: 'Login', exact: true }).or(reload).waitFor();
  if (await reload.isVisible()) await reload.click();
  await fillLogin(page, 'customer@demo.test', 'learn-to-trade');
  // Asked for first: on a busy machine the toast may be over when the press returns.
  await Promise.all([
    page.getByText('Login Successful').waitFor(),
    page.getByRole('button', { name: 'Sign In' }).click(),
  ]);
  await page.getByRole('link', { name: 'Forex' }).first().click();
  await page.getByRole('article').first().waitFor();
  await waitForDeferredParts(page);
  await page.waitForFunction(() => document.styleSheets.length > 0);
};

const failFirst = async (page: Page, file: string | RegExp, times = 1) => {
  let failures = 0;
  await page.route(file, (route) => (++failures > times ? route.continue() : route.abort()));
  return () => Math.min(failures, times);
};

/** Walks in several browsers at a time, because a walk mostly waits for the server and for retries. */
const WALKERS = 3;
/** Every code file has its walk; the usual limit is too short for all of them on a busy machine. */
const ALL_WALKS_LIMIT_MS = 15 * 60_000;

it("works when any one of the app's files fails to load once", { timeout: ALL_WALKS_LIMIT_MS }, async () => {
  // The tour of a first visit would load a file in the first walk only.
  await app.database.pool.query(
    `insert into reading_states (user_id, markets, news_read_at)
     select id, '{Forex,Crypto}', now() from users where email = 'customer@demo.test'`,
  );
  const files = new Set<string>();
  const first = await openPage(app.url, BLANK_PATH, options);
  first.page.on('request', (request) => isCode(request.url()) && files.add(request.url()));
  await first.page.goto('/login');
  await walk(first.page);
  await first.close();
  expect(files.size).toBeGreaterThan(8);

  const walkWithout = async (file: string) => {
    const { page, errors, close } = await openPage(app.url, BLANK_PATH, options);
    const countFailures = await failFirst(page, file);
    await page.goto('/login');
    await walk(page).catch((failure) => {
      throw new Error(`Without ${file}`, { cause: failure });
    });
    // Some files load after what the walk waits for.
    await expect.poll(countFailures, { message: file }).toBe(1);
    expect([file, errors]).toEqual([file, []]);
    await close();
  };
  const left = [...files];
  const walker = async () => {
    for (let file = left.pop(); file; file = left.pop()) await walkWithout(file);
  };
  await Promise.all(Array.from({ length: WALKERS }, walker));
});

it('asks for a reload when the app cannot start', async () => {
  const page = await watched(openPage(app.url, BLANK_PATH, options));
  await failFirst(page, /assets.index-.*[.]js$/);
  await page.goto('/terms?section=1');
  await page.getByRole('alert').filter({ hasText: "Couldn't load Chartlark." }).waitFor();
  await page.getByRole('link', { name: 'Reload' }).click();
  await page.getByRole('heading', { level: 1, name: 'Terms of Service' }).waitFor();
  expect(new URL(page.url()).search).toBe('?section=1');
  await expect.poll(() => page.getByText("Couldn't load Chartlark.").count()).toBe(0);
});

it('keeps the page after a press without a network and opens the part when the network returns', async () => {
  const page = await watched(openPage(app.url, '/login', options));
  const terms = page.getByRole('button', { name: 'Terms of Use' });
  await terms.waitFor();
  await page.context().setOffline(true);
  // The toast would need a file that is missing too.
  const asked = page.waitForEvent('requestfailed', (request) => request.url().includes('toast-host'));
  await terms.click();
  await asked;
  await page.getByRole('heading', { name: 'Login', exact: true }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('dialog', { name: 'Terms of Service' }).waitFor();
});

describe('a part that fails to load again', () => {
  const openSecurity = async (page: Page) => {
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Security' }).click();
  };

  /** React reports what an error boundary caught. */
  const caught = [expect.stringContaining('Failed to fetch')];

  it('offers Retry in the place of a part that fails to load again', async () => {
    const { page, errors, close } = await signInCustomer(app.url, options);
    await failFirst(page, /security-content-/, 2);
    await openSecurity(page);
    const dialog = page.getByRole('dialog', { name: 'Security' });
    await dialog.getByText("If Retry doesn't help, reload the page.").waitFor();
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await dialog.getByText('This device').waitFor();
    expect(errors).toEqual(caught);
    await close();
  });

  it('loads a part without a place automatically, and a toast says so', async () => {
    const page = await watched(signInCustomer(app.url, options));
    // The third request is that of the prefetch.
    await failFirst(page, /menu-popup-/, 3);
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByText('Trying again. If nothing opens, reload the page.').first().waitFor();
    await page.getByRole('menuitem', { name: 'Security' }).waitFor();
  });

  it('offers Retry in the place of a page', async () => {
    const { page, errors, close } = await signInCustomer(app.url, options);
    await failFirst(page, /customer-chat-page-/, 2);
    await page.getByRole('link', { name: 'Updates' }).first().click();
    await page.getByText("Couldn't load this page").waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('article').first().waitFor();
    expect(errors).toEqual(caught);
    await close();
  });
});
