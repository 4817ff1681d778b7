import type { BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import { afterEach, expect, onTestFinished } from 'vitest';
import { QUIET_MS } from '../web/shared/loading/deferred-import.ts';
import { storageKeys } from '../web/shared/storage/storage-keys.ts';
import { forgetReading } from './app.ts';
import { newContext } from './browser.ts';

/** The demo's passwords, as in the README. */
const passwords = { customer: 'learn-to-trade', educator: 'teach-to-trade' };

/** `errors` are what the page reported: console errors, exceptions, CSP violations. Any of them is a defect. */
export type WatchedPage = { page: Page; errors: string[]; close: () => Promise<void> };

export type PersonOptions = BrowserContextOptions & {
  /** Loads deferred parts (web/shared/loading/deferred-import.ts) without their delay. */
  skipsDelays?: boolean;
};
export const withoutDelays: PersonOptions = { skipsDelays: true };

type SignInOptions = PersonOptions & {
  /** The page that opens first, instead of the dashboard. */
  path?: string;
  /** A further device of somebody: the account knows what was read on the others. */
  keepsReading?: boolean;
  /** Nobody has shown this browser around yet: the tour comes at the first market. Most tests want the page alone. */
  isFirstVisit?: boolean;
};

/** A document of the app's origin that does not load the app. */
export const BLANK_PATH = '/healthz';

export const withClipboard: PersonOptions = { permissions: ['clipboard-read', 'clipboard-write'] };

/** Another size of the window until the test is over. */
export const resize = async (page: Page, size: { width: number; height: number }): Promise<void> => {
  const before = page.viewportSize();
  onTestFinished(async () => {
    if (before && !page.isClosed()) await page.setViewportSize(before);
  });
  await page.setViewportSize(size);
};

/** Every timer of this length ends at once, so no other part of the app may have one. */
const withoutRest = (context: BrowserContext) =>
  context.addInitScript((rest) => {
    const { setTimeout: wait } = window;
    const setTimeout = (run: TimerHandler, ms?: number, ...given: unknown[]) =>
      wait(run, ms === rest ? 0 : ms, ...given);
    Object.assign(window, { setTimeout });
  }, QUIET_MS);

/** A browser of one person, open on `path`. Collects its errors. */
export const openPage = async (
  url: string,
  path: string,
  { skipsDelays: withoutPause = false, ...options }: PersonOptions = {},
): Promise<WatchedPage> => {
  // The service worker is deferred too, and its cache would cost time.
  const serviceWorkers = withoutPause ? 'allow' : 'block';
  const context = await newContext({ baseURL: url, serviceWorkers, ...options });
  if (withoutPause) await withoutRest(context);
  watchReading(context);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // The browser also reports failed requests; the tests assert what the person sees of them.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      errors.push(message.text());
  });
  await page.goto(path);
  const close = async () => {
    await stopReading(context);
    await context.close();
  };
  return { page, errors, close };
};

/** The calls that told the server what was read, by browser. */
const readingCalls = new WeakMap<BrowserContext, Request[]>();
const READING_CALL = '**/api/reading';

const watchReading = (context: BrowserContext) => {
  const calls: Request[] = [];
  readingCalls.set(context, calls);
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/reading')) calls.push(request);
  });
};

/** Prevents further calls and waits for those under way: one that is cut off could be stored after `forgetReading`. */
const stopReading = async (context: BrowserContext) => {
  await context.route(READING_CALL, (route) => route.abort());
  const calls = readingCalls.get(context)?.filter((request) => !request.frame().page().isClosed()) ?? [];
  await Promise.all(calls.map((request) => request.response()));
};

type Account = { login: string; button: string; home: string; email: string; role: 'customer' | 'educator' };

/** What a browser stores about the signed-in user, and nothing else. */
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
/** What the login page stored, by app and account. */
const kept = new Map<string, Entries>();

/** The stored mark of somebody who has seen the tour. */
const toTourMark = (entries: Entries): Entries => {
  const user = entries.find(({ name }) => name === storageKeys.currentUser.name);
  const { id } = JSON.parse(user?.value ?? '{}') as { id: string };
  return [{ name: storageKeys.tour(id).name, value: 'seen' }];
};

/**
 * A signed-in browser, on its dashboard or on `path`. The first one of an account signs in on the login page; later ones
 * get what that page stored and a session of their own, which takes half the time.
 */
const signIn = async (
  url: string,
  account: Account,
  { path = account.home, keepsReading = false, isFirstVisit = false, ...options }: SignInOptions,
): Promise<WatchedPage> => {
  if (!keepsReading) await forgetReading(url);
  const key = `${url} ${account.email}`;
  const known = kept.get(key);
  if (known) {
    const sessionToken = await newSession(url, account);
    const entries = known.map(({ name, value }) => ({
      name,
      value: name === storageKeys.sessionToken.name ? sessionToken : value,
    }));
    const localStorage = isFirstVisit ? entries : [...entries, ...toTourMark(entries)];
    const storageState = { cookies: [], origins: [{ origin: url, localStorage }] };
    return openPage(url, path, { ...options, storageState });
  }
  const person = await openPage(url, account.login, options);
  await fillLogin(person.page, account.email, passwords[account.role]);
  await person.page.getByRole('button', { name: account.button, exact: true }).click();
  await person.page.waitForURL(`**${account.home}`);
  const { origins } = await person.page.context().storageState();
  const entries = origins.find(({ origin }) => origin === url)?.localStorage ?? [];
  kept.set(
    key,
    entries.filter(({ name }) => SIGN_IN_KEYS.includes(name)),
  );
  if (!isFirstVisit)
    await person.page.evaluate((marks) => {
      for (const { name, value } of marks) localStorage.setItem(name, value);
    }, toTourMark(entries));
  if (path !== account.home) await person.page.goto(path);
  return person;
};

/**
 * Leaves the app and removes everything a test stored or routed, except the sign-in and the mark of the tour, so that the next test can use the page.
 * Init scripts, clocks and page listeners stay: a test that needs them opens its own page.
 */
export const resetPage = async (page: Page): Promise<void> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await stopReading(page.context());
  await page.goto(BLANK_PATH);
  await page.context().unroute(READING_CALL);
  await forgetReading(new URL(page.url()).origin);
  await page.mouse.move(0, 0);
  await page.evaluate((keep) => {
    for (const name of Object.keys(localStorage))
      if (!keep.includes(name) && !name.startsWith('tour:')) localStorage.removeItem(name);
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

/** Begin to wait before the cause, because a toast goes after some seconds. */
export const waitForToast = (page: Page, ...texts: (string | RegExp)[]): Promise<void> => {
  let toast = page.getByRole('region', { name: 'Messages' }).locator('[role=dialog], [role=alertdialog]');
  for (const text of texts) toast = toast.filter({ has: page.getByText(text, { exact: true }) });
  return toast.last().waitFor();
};

/** Opens the settings of the bell. */
export const openNotificationSettings = async (page: Page) => {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
};

/** Logs out from the menu of the account. */
export const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
};

export const fillLogin = async (page: Page, email: string, password: string) => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
};

/**
 * Returns a function that registers a test's browsers and returns their pages. After the test they are closed, and none may
 * have reported an error.
 */
export const setUpPeople = () => {
  const opened: WatchedPage[] = [];
  afterEach(async () => {
    const people = opened.splice(0);
    const errors = people.flatMap((person) => person.errors);
    await Promise.all(people.map(({ close }) => close()));
    expect(errors).toEqual([]);
  });
  return async (opening: Promise<WatchedPage>): Promise<Page> => {
    const person = await opening;
    opened.push(person);
    return person.page;
  };
};
