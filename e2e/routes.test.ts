import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { fillLogin, openPage, signInCustomer, signInEducator, type WatchedPage } from './people.ts';
import { customerScreens, educatorScreens } from './screens.ts';

/** SPEC §2's route table, for those who may and those who may not: each screen, and the other addresses some have. */
const customerRoutes = [...customerScreens, '/customer', '/category'];
const educatorRoutes = [
  ...educatorScreens,
  '/educator',
  // SPEC §2: five named paths to one dashboard, whoever of the seven asks.
  '/educator/ada-wren',
  '/educator/milo-finch',
  '/educator/iris-swift',
  '/educator/noel-crane',
  '/educator/june-martin',
];
const openRoutes = ['/terms', '/privacy', '/test-notifications'];

let app: TestApp;
let customer: WatchedPage;
let educator: WatchedPage;
let nobody: WatchedPage;

beforeAll(async () => {
  app = await startApp();
  [customer, educator, nobody] = await Promise.all([
    signInCustomer(app.url),
    signInEducator(app.url),
    openPage(app.url, '/login'),
  ]);
});
afterAll(async () => {
  for (const person of [customer, educator, nobody]) expect(person?.faults).toEqual([]);
  await Promise.all([customer, educator, nobody].map((person) => person?.close()));
  await app.close();
});

/** Opens an address and answers where it led and what its heading says. */
const visit = async ({ page }: WatchedPage, path: string) => {
  await page.goto(path);
  const heading = page.getByRole('heading', { level: 1 }).first();
  await heading.waitFor();
  return { path: new URL(page.url()).pathname, heading: await heading.innerText() };
};

describe('routes', () => {
  it.each([...customerRoutes, ...openRoutes])('%s is there for a customer', async (path) => {
    const shown = await visit(customer, path);
    expect(shown.path).toBe(path);
    expect(shown.heading).not.toMatch(/not found/i);
  });

  it.each([...educatorRoutes, ...customerRoutes])('%s is there for an educator', async (path) => {
    const shown = await visit(educator, path);
    expect(shown.path).toBe(path);
    expect(shown.heading).not.toMatch(/not found/i);
  });

  it.each(educatorRoutes)('%s sends a customer to /customer/forex', async (path) => {
    await customer.page.goto(path);
    await customer.page.waitForURL('**/customer/forex');
  });

  it.each([...customerRoutes, ...educatorRoutes])('%s sends who is not signed in to /login', async (path) => {
    await nobody.page.goto(path);
    await nobody.page.waitForURL('**/login**');
  });

  it.each(['/nothing', '/customer/stocks', '/educator/nobody-of-this-name', '/customer/forex/spot'])(
    '%s is not found',
    async (path) => {
      const shown = await visit(educator, path);
      expect(shown).toEqual({ path, heading: 'Page Not Found' });
    },
  );

  it('lead back to where one came for, after signing in', async () => {
    const { page, faults, close } = await openPage(app.url, '/customer/crypto?from=mail');
    await page.waitForURL('**/login**');
    await fillLogin(page, 'customer@demo.test', 'learn-to-trade');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/customer/crypto?from=mail');
    expect(faults).toEqual([]);
    await close();
  });

  it('scroll to the top when they change', async () => {
    const { page } = customer;
    await page.setViewportSize({ width: 360, height: 500 });
    await page.goto('/customer/forex');
    await page.getByRole('article').first().waitFor();
    await page.evaluate(() => window.scrollTo(0, 400));
    await page.goBack();
    await page.goto('/customer/dashboard');
    await page.evaluate(() => window.scrollTo(0, 200));
    await page
      .getByRole('link', { name: /Crypto/ })
      .first()
      .click();
    await page.waitForURL('**/customer/crypto');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('of the API that do not exist are errors, not pages', async () => {
    const response = await nobody.page.request.get('/api/nothing');
    expect([response.status(), await response.json()]).toEqual([
      404,
      { code: 'NOT_FOUND', message: 'Not found.' },
    ]);
  });

  it('of the API page is readable under the same rules for scripts', async () => {
    const { page, faults, close } = await openPage(app.url, '/api/docs');
    await page.getByText('Publish a trade idea').first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
