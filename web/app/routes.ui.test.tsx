import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { login } from '../../contract/account/auth.ts';
import { getUserProfile } from '../../contract/account/profiles.ts';
import { listEducators } from '../../contract/educators/educators.ts';
import { educators } from '../testing/basic-answers.ts';
import { Refusal } from '../testing/fake-api.ts';
import { FakeChat } from '../testing/fake-chat.ts';
import { FakeIdeas, newId } from '../testing/fake-ideas.ts';
import { FakePreferences } from '../testing/fake-preferences.ts';
import { FakeVideos } from '../testing/fake-videos.ts';
import { customer, educator, openApp, server } from '../testing/open-app.tsx';
import { expectShown } from '../testing/page.ts';

/**
 * SPEC §2's route table, for those who may and those who may not: each screen, and the other addresses some have. That the
 * screens are there for whom they are made is seen in e2e/every-screen.test.ts.
 */
const otherCustomerRoutes = ['/customer', '/category'];
const customerRoutes = [
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
  ...otherCustomerRoutes,
];
/** SPEC §2: five named paths lead to one dashboard. */
const slugs = ['ada-wren', 'milo-finch', 'iris-swift', 'noel-crane', 'june-martin'];
const otherEducatorRoutes = ['/educator', ...slugs.map((slug) => `/educator/${slug}`)];
const educatorRoutes = [
  '/educator/dashboard',
  '/educator/ideas',
  '/educator/ideas/new',
  '/educator/chat',
  '/educator/profile',
  ...otherEducatorRoutes,
];

beforeEach(() => {
  new FakeIdeas(server(), [{}]);
  new FakeChat(server());
  new FakeVideos(server());
  new FakePreferences(server());
  server().on(listEducators, () =>
    slugs.map((profilePath, index) => ({ ...educators[0]!, id: String(index + 1), profilePath })),
  );
  server().on(getUserProfile, () => {
    throw new Refusal('PGRST116');
  });
});

const heading = () => page.getByRole('heading', { level: 1 });
const address = () => location.pathname + location.search;
const expectRendered = async (path: string) => {
  await expectShown(heading());
  expect(location.pathname).toBe(path);
  expect(heading().element().textContent).not.toMatch(/not found/i);
};

describe('the routes', () => {
  it.each([...otherCustomerRoutes, '/terms', '/privacy'])(
    'render %s for a customer (§1.5, §2.1)',
    async (path) => {
      await openApp(path);
      await expectRendered(path);
    },
  );

  it.each([...otherEducatorRoutes, ...customerRoutes])('render %s for an educator (§2.1)', async (path) => {
    // Profiles are asked for by a real id.
    await openApp(path, { as: { ...educator, id: newId() } });
    await expectRendered(path);
  });

  it.each(educatorRoutes)('redirect a customer from %s to /customer/forex (§2.4, §6.2)', async (path) => {
    await openApp(path);
    await expect.poll(address).toBe('/customer/forex');
    await expectShown(page.getByRole('heading', { level: 1, name: 'Forex' }));
  });

  it.each([...customerRoutes, ...educatorRoutes])(
    'redirect a signed-out visitor from %s to the login, which leads back (§2.5, §2.6, §5.17)',
    async (path) => {
      await openApp(`${path}?from=mail`, { as: null });
      await expect.poll(address).toBe(`/login?from=${encodeURIComponent(`${path}?from=mail`)}`);
      await expectShown(page.getByRole('heading', { level: 1, name: 'Login' }));
    },
  );

  it.each(['/nothing', '/customer/stocks', '/educator/nobody-of-this-name', '/customer/forex/spot'])(
    'show Page Not Found for %s (§8.18)',
    async (path) => {
      await openApp(path, { as: educator });
      await expect.element(heading()).toHaveTextContent('Page Not Found');
      expect(location.pathname).toBe(path);
    },
  );

  it('lead to the requested page with its query after signing in', async () => {
    server().on(login, () => ({ sessionToken: 'token', browserToken: 'b'.repeat(43), user: customer }));
    await openApp('/customer/crypto?from=mail', { as: null });
    await page.getByLabelText('Email').fill(customer.email);
    await page.getByLabelText('Password', { exact: true }).fill('learn-to-trade');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect.poll(address).toBe('/customer/crypto?from=mail');
    await expectShown(page.getByRole('heading', { level: 1, name: 'Crypto' }));
  });

  it('scroll to the top when the route changes (§2.2)', async () => {
    await openApp('/customer/dashboard', { size: { width: 360, height: 500 } });
    await expectShown(page.getByRole('link', { name: /Crypto/ }).first());
    const scroll = () => {
      scrollTo(0, 200);
      return scrollY;
    };
    await expect.poll(scroll).toBe(200);
    (
      page
        .getByRole('link', { name: /Crypto/ })
        .first()
        .element() as HTMLElement
    ).click();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Crypto' }));
    await expect.poll(() => scrollY).toBe(0);
  });
});
