import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { QUIET_MS } from '../web/lib/after-load.ts';
import { newContext } from './browser.ts';

/** The demo's sign-ins, as the README gives them. */
const passwords = { customer: 'learn-to-trade', educator: 'teach-to-trade' };

/** Faults a page reported by itself: a journey that meets one has found a defect, whatever it was looking for. */
export type WatchedPage = { page: Page; faults: string[]; close: () => Promise<void> };

export type PersonOptions = BrowserContextOptions & {
  /** Has what comes some time after a page (lib/after-load.ts) come at once, where that pause is not what is looked at. */
  hurried?: boolean;
};

const withoutRest = (context: BrowserContext) =>
  context.addInitScript((rest) => {
    const { setTimeout: wait } = window;
    const hurried = (run: TimerHandler, ms?: number, ...given: unknown[]) =>
      wait(run, ms === rest ? 0 : ms, ...given);
    Object.assign(window, { setTimeout: hurried });
  }, QUIET_MS);

/** A person's browser, open on `path`. Console errors, page errors and CSP violations are collected. */
export const openPage = async (
  url: string,
  path: string,
  { hurried = false, ...options }: PersonOptions = {},
): Promise<WatchedPage> => {
  const context = await newContext({ baseURL: url, ...options });
  if (hurried) await withoutRest(context);
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

/** Signs in at the customer login and waits for the markets. */
export const signInCustomer = async (url: string, options: PersonOptions = {}): Promise<WatchedPage> => {
  const person = await openPage(url, '/login', options);
  await fillLogin(person.page, 'customer@demo.test', passwords.customer);
  await person.page.getByRole('button', { name: 'Sign In' }).click();
  await person.page.waitForURL('**/customer/dashboard');
  return person;
};

/** Signs in at the educator login and waits for the dashboard. */
export const signInEducator = async (
  url: string,
  id = '1',
  options: PersonOptions = {},
): Promise<WatchedPage> => {
  const person = await openPage(url, '/chartlark-staff', options);
  await fillLogin(person.page, `educator${id}@demo.test`, passwords.educator);
  await person.page.getByRole('button', { name: 'Access Educator Portal' }).click();
  await person.page.waitForURL('**/educator/dashboard');
  return person;
};

export const fillLogin = async (page: Page, email: string, password: string) => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
};
