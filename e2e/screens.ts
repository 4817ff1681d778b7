import type { TestApp } from './app.ts';
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

/** One browser for each kind of visitor. */
export const openVisitors = async (
  { url }: TestApp,
  options: PersonOptions = {},
): Promise<Record<Visitor, WatchedPage>> => {
  const [nobody, customer, educator] = await Promise.all([
    openPage(url, '/login', options),
    signInCustomer(url, options),
    signInEducator(url, '1', options),
  ]);
  return { nobody, customer, educator };
};
