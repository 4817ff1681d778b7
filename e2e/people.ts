import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { DEFER_MS } from '../web/shared/loading/deferred-import.ts';
import { storageKeys } from '../web/shared/storage/storage-keys.ts';
import { newContext } from './browser.ts';

/** The demo's sign-ins, as the README gives them. */
const passwords = { customer: 'learn-to-trade', educator: 'teach-to-trade' };

/** Faults a page reported by itself: a journey that meets one has found a defect, whatever it was looking for. */
export type WatchedPage = { page: Page; faults: string[]; close: () => Promise<void> };

export type PersonOptions = BrowserContextOptions & {
  /** Has what comes some time after a page (lib/after-load.ts) come at once, where that pause is not what is looked at. */
  hurried?: boolean;
};
/** For whoever does not look at that pause. */
export const hurried: PersonOptions = { hurried: true };

export type SignInOptions = PersonOptions & {
  /** The page that opens first, instead of the dashboard. */
  path?: string;
};

/** A document of the app's origin that loads no app. */
export const BLANK = '/healthz';

/** An iPhone, as far as a page can tell. */
export const iPhone: PersonOptions = {
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
  viewport: { width: 390, height: 844 },
};

const withoutRest = (context: BrowserContext) =>
  context.addInitScript((rest) => {
    const { setTimeout: wait } = window;
    const setTimeout = (run: TimerHandler, ms?: number, ...given: unknown[]) =>
      wait(run, ms === rest ? 0 : ms, ...given);
    Object.assign(window, { setTimeout });
  }, DEFER_MS);

/** A person's browser, open on `path`. Console errors, page errors and CSP violations are collected. */
export const openPage = async (
  url: string,
  path: string,
  { hurried: withoutPause = false, ...options }: PersonOptions = {},
): Promise<WatchedPage> => {
  // The worker comes late, too: whoever does not look at that would only pay for all it keeps.
  const serviceWorkers = withoutPause ? 'allow' : 'block';
  const context = await newContext({ baseURL: url, serviceWorkers, ...options });
  if (withoutPause) await withoutRest(context);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // A refused call is also noted by the browser itself; the journeys assert what the person reads of it.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      faults.push(message.text());
  });
  await page.goto(path);
  return { page, faults, close: () => context.close() };
};

type Account = { login: string; button: string; home: string; email: string; role: 'customer' | 'educator' };

/** What a browser keeps of who is signed in, and nothing else of a visit. */
const SIGN_IN_KEYS = [
  storageKeys.sessionToken,
  storageKeys.userRole,
  storageKeys.userProfile,
  storageKeys.currentUser,
  storageKeys.userData,
  storageKeys.persistentLogin,
  storageKeys.authenticatedEducator,
  storageKeys.lastAuthSuccess,
].map(({ name }) => name);

type Entries = { name: string; value: string }[];
/** By app and account: what the login page left in the first browser that used it. */
const kept = new Map<string, Entries>();

/**
 * Somebody who is signed in, at their dashboard or at `path`. The first of an account signs in on the login page; later ones
 * get what that page stored and a session of their own, which costs half as much.
 */
const signIn = async (
  url: string,
  account: Account,
  { path = account.home, ...options }: SignInOptions,
): Promise<WatchedPage> => {
  const key = `${url} ${account.email}`;
  const known = kept.get(key);
  if (known) {
    const sessionToken = await newSession(url, account);
    const entries = known.map(({ name, value }) => ({
      name,
      value: name === storageKeys.sessionToken.name ? sessionToken : value,
    }));
    const storageState = { cookies: [], origins: [{ origin: url, localStorage: entries }] };
    return openPage(url, path, { ...options, storageState });
  }
  const person = await openPage(url, account.login, options);
  await fillLogin(person.page, account.email, passwords[account.role]);
  await person.page.getByRole('button', { name: account.button }).click();
  await person.page.waitForURL(`**${account.home}`);
  const { origins } = await person.page.context().storageState();
  const entries = origins.find(({ origin }) => origin === url)?.localStorage ?? [];
  kept.set(
    key,
    entries.filter(({ name }) => SIGN_IN_KEYS.includes(name)),
  );
  if (path !== account.home) await person.page.goto(path);
  return person;
};

/**
 * Leaves the app and removes everything a test stored or routed, except the sign-in, so that the next test can use the page.
 * Init scripts, clocks and page listeners stay: a test that needs them opens its own page.
 */
export const resetPage = async (page: Page): Promise<void> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(BLANK);
  await page.mouse.move(0, 0);
  await page.evaluate((keep) => {
    for (const name of Object.keys(localStorage)) if (!keep.includes(name)) localStorage.removeItem(name);
    sessionStorage.clear();
  }, SIGN_IN_KEYS);
};

const newSession = async (url: string, { email, role }: Account): Promise<string> => {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: passwords[role], selectedRole: role }),
  });
  if (!answer.ok) throw new Error(`Signing in as ${email} answered ${answer.status}`);
  return ((await answer.json()) as { sessionToken: string }).sessionToken;
};

/** A signed-in customer, at the markets unless `path` says otherwise. */
export const signInCustomer = (url: string, options: SignInOptions = {}): Promise<WatchedPage> =>
  signIn(
    url,
    {
      login: '/login',
      button: 'Sign In',
      home: '/customer/dashboard',
      email: 'customer@demo.test',
      role: 'customer',
    },
    options,
  );

/** A signed-in educator, at their dashboard unless `path` says otherwise. */
export const signInEducator = (url: string, id = '1', options: SignInOptions = {}): Promise<WatchedPage> =>
  signIn(
    url,
    {
      login: '/chartlark-staff',
      button: 'Access Educator Portal',
      home: '/educator/dashboard',
      email: `educator${id}@demo.test`,
      role: 'educator',
    },
    options,
  );

export const fillLogin = async (page: Page, email: string, password: string) => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
};

/**
 * For a file of journeys that open people's browsers one by one: answers what hands out the page of each. When a journey
 * ends they are closed, and none of their pages may have reported a fault.
 */
export const setUpPeople = () => {
  const opened: WatchedPage[] = [];
  afterEach(async () => {
    const people = opened.splice(0);
    const faults = people.flatMap((person) => person.faults);
    await Promise.all(people.map(({ close }) => close()));
    expect(faults).toEqual([]);
  });
  return async (opening: Promise<WatchedPage>): Promise<Page> => {
    const person = await opening;
    opened.push(person);
    return person.page;
  };
};
