import { afterAll, beforeAll } from 'vitest';
import { type StartOptions, startApp, type TestApp } from './app.ts';
import { openPage, type PersonOptions, signInCustomer, signInEducator, type WatchedPage } from './people.ts';

/** The customer's screens (SPEC §2). */
const customerScreens = [
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
const educatorScreens = [
  '/educator/dashboard',
  '/educator/ideas',
  '/educator/ideas/new',
  '/educator/chat',
  '/educator/profile',
] as const;

/** The page of the newest active idea; `toAddress` fills in its id. */
const IDEA_SCREEN = '/ideas/:id';

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
    '/operator',
    '/terms',
    '/privacy',
    '/test-notifications',
    '/verify',
    '/record/1',
    '/learn/glossary',
    '/nothing',
  ],
  customer: [
    ...customerScreens,
    '/customer/results',
    '/customer/educators',
    '/customer/educators/1',
    '/customer/bookmarks',
    IDEA_SCREEN,
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

/** The application, its newest active idea and a browser per kind of visitor; set by `setUpVisitors`. */
export const setup = {} as { app: TestApp; ideaId: string; people: Record<Visitor, WatchedPage> };

/** The address of a screen in this run. */
export const toAddress = (screen: string): string => screen.replace(':id', setup.ideaId);

/** The selector of something that a screen shows once its content has loaded. */
export const selectContent = (path: string): string => {
  if (/(educators|record)\/1$/.test(path)) return 'table';
  if (/educators$|bookmarks$/.test(path)) return 'main li h2';
  if (/results$/.test(path)) return 'main li h3';
  if (/^\/ideas/.test(path)) return 'section[aria-label="Position size"]';
  if (/lessons$/.test(path)) return 'main li h2';
  return /new$|test-notifications|verify|learn$/.test(path) ? 'h1' : 'article';
};

/** Customers bookmark the newest active idea, with its notes as their own note. Returns its id. */
const bookmarkNewest = async ({ database }: TestApp): Promise<string> => {
  const { rows } = await database.pool.query<{ idea_id: string }>(
    `insert into bookmarks
     select users.id, newest.id, true, coalesce(newest.notes, ''), now()
     from users,
       (select id, notes from trade_ideas where status = 'active' and educator_id <> '9' order by created_at desc limit 1) newest
     where role = 'customer'
     returning idea_id`,
  );
  return rows[0]!.idea_id;
};

/** Opens one browser per kind of visitor for the whole file. */
export const setUpVisitors = (options: PersonOptions = {}, start: StartOptions = {}): void => {
  beforeAll(async () => {
    setup.app = await startApp({ ...start, settings: { PUBLIC_RECORDS: 'on', ...start.settings } });
    await setup.app.database.pool.query(
      `update users set record_published_at = now() where educator_id = '1'`,
    );
    setup.ideaId = await bookmarkNewest(setup.app);
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
