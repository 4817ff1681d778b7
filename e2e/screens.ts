import { afterAll, beforeAll } from 'vitest';
import { type StartOptions, startApp, type TestApp } from './app.ts';
import { openPage, type PersonOptions, signInCustomer, signInEducator, type WatchedPage } from './people.ts';

/** The customer's screens (SPEC §2). */
export const customerScreens = [
  '/customer/dashboard',
  '/customer/forex',
  '/customer/crypto',
  '/customer/forex/leverage',
  '/customer/crypto/leverage',
  '/customer/forex/exchange',
  '/customer/crypto/exchange',
  '/customer/chat',
  '/customer/profile',
  '/customer/videos',
] as const;
/** The educator's screens. */
export const educatorScreens = [
  '/educator/dashboard',
  '/educator/ideas',
  '/educator/ideas/new',
  '/educator/chat',
  '/educator/profile',
] as const;

/** Every screen by visitor, for checks of all screens: axe in both themes, content security policy. */
export const screens = {
  nobody: [
    '/login',
    '/chartlark-staff',
    '/invitation',
    '/confirm-email',
    '/not-me',
    '/reset-password',
    '/forgot-password',
    '/terms',
    '/privacy',
    '/test-notifications',
    '/verify',
    '/learn/glossary',
    '/nothing',
  ],
  customer: [
    ...customerScreens,
    '/customer/educators/1',
    '/test-notifications',
    '/verify',
    '/learn',
    '/learn/glossary',
    '/learn/lessons',
    '/learn/practice',
  ],
  educator: [...educatorScreens, '/test-notifications', '/learn'],
} as const;

export type Visitor = keyof typeof screens;

/** The application and a browser per kind of visitor; set by `setUpVisitors`. */
export const setup = {} as { app: TestApp; people: Record<Visitor, WatchedPage> };

/** Opens one browser per kind of visitor for the whole file. */
export const setUpVisitors = (options: PersonOptions = {}, start: StartOptions = {}): void => {
  beforeAll(async () => {
    setup.app = await startApp(start);
    const { url } = setup.app;
    const [nobody, customer, educator] = await Promise.all([
      openPage(url, '/login', options),
      signInCustomer(url, options),
      signInEducator(url, '1', options),
    ]);
    setup.people = { nobody, customer, educator };
  });
  afterAll(async () => {
    await Promise.all(Object.values(setup.people ?? {}).map(({ close }) => close()));
    await setup.app.close();
  });
};
