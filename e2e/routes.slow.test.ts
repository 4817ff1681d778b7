import { afterAll, describe, expect, it } from 'vitest';
import { fillLogin, openPage, resize, type WatchedPage } from './people.ts';
import { customerScreens, educatorScreens, setUpVisitors, setup } from './screens.ts';

/**
 * SPEC §2's route table, for those who may and those who may not: each screen, and the other addresses some have. That the
 * screens are there for whom they are made is seen in every-screen.test.ts.
 */
const otherCustomerRoutes = ['/customer', '/category'];
const customerRoutes = [...customerScreens, ...otherCustomerRoutes];
const otherEducatorRoutes = [
  '/educator',
  // SPEC §2: five named paths lead to one dashboard, for each of the seven educators.
  '/educator/ada-wren',
  '/educator/milo-finch',
  '/educator/iris-swift',
  '/educator/noel-crane',
  '/educator/june-martin',
];
const educatorRoutes = [...educatorScreens, ...otherEducatorRoutes];

setUpVisitors();
afterAll(() => {
  for (const { errors } of Object.values(setup.people)) expect(errors).toEqual([]);
});

/** Opens an address and returns where it led and its heading. */
const visit = async ({ page }: WatchedPage, path: string) => {
  await page.goto(path);
  const heading = page.getByRole('heading', { level: 1 });
  await heading.waitFor();
  return { path: new URL(page.url()).pathname, heading: await heading.innerText() };
};

describe('routes', () => {
  it.each([...otherCustomerRoutes, '/terms', '/privacy'])('renders %s for a customer', async (path) => {
    const shown = await visit(setup.people.customer, path);
    expect(shown.path).toBe(path);
    expect(shown.heading).not.toMatch(/not found/i);
  });

  it.each([...otherEducatorRoutes, ...customerRoutes])('renders %s for an educator', async (path) => {
    const shown = await visit(setup.people.educator, path);
    expect(shown.path).toBe(path);
    expect(shown.heading).not.toMatch(/not found/i);
  });

  it.each(educatorRoutes)('redirects a customer from %s to /customer/forex', async (path) => {
    const { page } = setup.people.customer;
    await page.goto(path);
    await page.waitForURL('**/customer/forex');
  });

  it.each([...customerRoutes, ...educatorRoutes])(
    'redirects a signed-out visitor from %s to /login',
    async (path) => {
      const { page } = setup.people.nobody;
      await page.goto(path);
      await page.waitForURL('**/login**');
    },
  );

  it.each(['/nothing', '/customer/stocks', '/educator/nobody-of-this-name', '/customer/forex/spot'])(
    'shows Page Not Found for %s',
    async (path) => {
      const shown = await visit(setup.people.educator, path);
      expect(shown).toEqual({ path, heading: 'Page Not Found' });
    },
  );

  it('leads to the requested page after signing in', async () => {
    const { page, errors, close } = await openPage(setup.app.url, '/customer/crypto?from=mail');
    await page.waitForURL('**/login**');
    await fillLogin(page, 'customer@demo.test', 'learn-to-trade');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/customer/crypto?from=mail');
    expect(errors).toEqual([]);
    await close();
  });

  it('scrolls to the top when the route changes', async () => {
    const { page } = setup.people.customer;
    await resize(page, { width: 360, height: 500 });
    await page.goto('/customer/forex');
    await page.getByRole('article').first().waitFor();
    await page.evaluate(() => window.scrollTo(0, 400));
    await page.goBack();
    await page.goto('/customer/dashboard');
    await page.evaluate(() => window.scrollTo(0, 200));
    await page.getByRole('link', { name: /Crypto/ }).click();
    await page.waitForURL('**/customer/crypto');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });

  it('returns errors, not pages, for routes of the API that do not exist', async () => {
    const response = await setup.people.nobody.page.request.get('/api/nothing');
    expect([response.status(), await response.json()]).toEqual([
      404,
      { code: 'NOT_FOUND', message: 'Not found.' },
    ]);
  });

  it('shows the API page under the same script policy', async () => {
    const { page, errors, close } = await openPage(setup.app.url, '/api/docs');
    await page.getByText('Publish a trade idea').waitFor();
    expect(errors).toEqual([]);
    await close();
  });
});
