import { afterAll, beforeAll } from 'vitest';
import { type StartOptions, startApp, type TestApp } from './app.ts';
import { openPage, type PersonOptions, signInCustomer, signInEducator, type WatchedPage } from './people.ts';

/** A customer's own screens (SPEC §2's route table). */
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
/** An educator's own. */
export const educatorScreens = [
  '/educator/dashboard',
  '/educator/ideas',
  '/educator/ideas/new',
  '/educator/chat',
  '/educator/profile',
] as const;

/** Every screen, and who opens it, for what holds on all of them: axe in both themes, the browser's own policy. */
export const screens = {
  nobody: ['/login', '/chartlark-staff', '/terms', '/privacy', '/test-notifications', '/verify', '/nothing'],
  customer: [...customerScreens, '/customer/educators/1', '/test-notifications', '/verify'],
  educator: [...educatorScreens, '/test-notifications'],
} as const;

export type Visitor = keyof typeof screens;

/** The application, and a browser for each kind of visitor; there once `setUpVisitors` has run. */
export const journey = {} as { app: TestApp; people: Record<Visitor, WatchedPage> };

/** For a file about many screens: its visitors stay from the first journey to the last. */
export const setUpVisitors = (options: PersonOptions = {}, start: StartOptions = {}): void => {
  beforeAll(async () => {
    journey.app = await startApp(start);
    const { url } = journey.app;
    const [nobody, customer, educator] = await Promise.all([
      openPage(url, '/login', options),
      signInCustomer(url, options),
      signInEducator(url, '1', options),
    ]);
    journey.people = { nobody, customer, educator };
  });
  afterAll(async () => {
    await Promise.all(Object.values(journey.people ?? {}).map(({ close }) => close()));
    await journey.app.close();
  });
};
