import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listIdeas } from '../../contract/ideas/ideas.ts';
import { findViolations } from '../testing/axe.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { press } from '../testing/keyboard.ts';
import { customer, educator, openApp, server } from '../testing/open-app.tsx';
import { expectGone, expectShown } from '../testing/page.ts';

/** The search over ideas, educators and pages. */
beforeEach(() => {
  new FakeIdeas(server(), [
    { pair: 'EUR/USD' },
    { pair: 'GBP/JPY' },
    { pair: 'AUD/CAD', educator_id: '2' },
    { pair: 'EUR/USD', status: 'successful', closed_at: '2026-11-21T12:00:00.000Z' },
  ]);
});

const dialog = () => page.getByRole('dialog', { name: 'Search' });
const field = () => dialog().getByRole('combobox', { name: 'Search' });
const option = (group: string, name: string) =>
  dialog().getByRole('group', { name: group }).getByRole('option', { name });
const expectHeading = (name: string) => expectShown(page.getByRole('heading', { name, level: 1 }));

it.each([
  [320, 'customer', customer, '/customer/dashboard'],
  [360, 'customer', customer, '/customer/dashboard'],
  [320, 'educator', educator, '/educator/dashboard'],
  [360, 'educator', educator, '/educator/dashboard'],
] as const)(
  'shows a button in the header of a phone of %i px for a %s (§2.55)',
  async (width, _role, as, path) => {
    await openApp(path, { as, size: { width, height: 800 } });
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
    await expectShown(field());
  },
);

it.each(['Control+k', 'Meta+k'])('opens by %s, also from a text field (§2.52)', async (keys) => {
  await openApp('/customer/forex/leverage');
  await page.getByRole('searchbox', { name: 'Search pairs' }).click();
  await press(keys);
  await expectShown(field());
});

it('finds active and closed ideas by pair, from any page by keyboard (§2.55)', async () => {
  await openApp('/privacy');
  await expectHeading('Privacy Policy');
  await openApp('/customer/crypto');
  await expectHeading('Crypto');
  await press('Control+k');
  await field().fill('eur usd');
  await expectShown(option('Active ideas', 'EUR/USD'));
  await expectShown(option('Closed ideas', 'EUR/USD'));
  expect(await findViolations()).toEqual([]);
  await press('ArrowDown', 'Enter');
  await expect.poll(() => location.pathname).toMatch(/^\/ideas\//);
  await expectHeading('EUR/USD');
  await expectGone(dialog());
  // The search left nothing behind in history.
  history.back();
  await expect.poll(() => location.pathname).toBe('/customer/crypto');
});

it('finds educators and pages, says when there is nothing, and closes by Escape (§2.55)', async () => {
  await openApp('/customer/forex');
  await page.getByRole('button', { name: 'Search' }).click();
  await expectShown(dialog().getByRole('option').getByText('Bookmarks'));
  await field().fill('osei');
  await expectShown(option('Educators', 'Amara Osei'));
  await field().fill('no such thing');
  await expectShown(dialog().getByText('Nothing found for “no such thing”'));
  await press('Escape');
  await expectGone(dialog());
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Search');
});

it('closes by Back, is empty when it opens again, and leads to a page', async () => {
  await openApp('/customer/forex');
  await expectHeading('Forex');
  await press('Control+k');
  await field().fill('privacy');
  history.back();
  await expectGone(dialog());
  expect(location.pathname).toBe('/customer/forex');
  await press('Control+k');
  await expect.element(field()).toHaveValue('');
  await field().fill('privacy');
  await press('Enter');
  await expect.poll(() => location.pathname).toBe('/privacy');
});

it('finds pages and active ideas when closed ones cannot be fetched', async () => {
  server().failUntilPressed(listIdeas, ({ query }) => query.state === 'completed');
  await openApp('/customer/forex');
  await expectHeading('Forex');
  await press('Control+k');
  await field().fill('gbp');
  await expectShown(dialog().getByText("Closed ideas can't be searched right now."));
  await expectShown(option('Active ideas', 'GBP/JPY'));
});

it('does not say that nothing was found while active ideas are being loaded', async () => {
  await openApp('/educator/dashboard', { as: educator });
  await expectHeading('Dashboard');
  const released = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const api = server();
  const ideas = new FakeIdeas(api, [{ pair: 'AUD/CAD', market_type: 'Forex' }]);
  const rows = [...ideas.rows.values()];
  api.on(listIdeas, async ({ query }) => {
    if (query.state !== 'active') return [];
    asked.resolve();
    await released.promise;
    return query.market === 'Forex' ? rows : [];
  });
  await press('Control+k');
  await asked.promise;
  await expectShown(field());
  const seen: (string | null)[] = [];
  const shown = dialog().element();
  new MutationObserver(() => seen.push(shown.textContent)).observe(shown, { childList: true, subtree: true });
  await field().fill('aud/cad');
  await expect
    .poll(() => api.callsOf(listIdeas).filter(({ query }) => query.state === 'completed').length)
    .toBeGreaterThan(0);
  released.resolve();
  await expectShown(option('Active ideas', 'AUD/CAD'));
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((text) => text?.includes('Nothing found'))).toEqual([]);
});

it('says that active ideas could not be loaded, and loads them again', async () => {
  await openApp('/educator/dashboard', { as: educator });
  await expectHeading('Dashboard');
  server().failUntilPressed(listIdeas, ({ query }) => query.state === 'active');
  await press('Control+k');
  await field().element();
  await press('a', 'u', 'd');
  const failure = dialog().getByRole('alert').filter({ hasText: "Couldn't load all active ideas." });
  await expectShown(failure);
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expectShown(option('Active ideas', 'AUD/CAD'));
  await expectGone(failure);
});

it('opens from the account menu on a phone, for educators too (§2.55)', async () => {
  await openApp('/educator/dashboard', { as: educator, size: { width: 360, height: 740 } });
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Search' }).click();
  await field().fill('my trade');
  await dialog().getByRole('option').getByText('My Trade Ideas').click();
  await expect.poll(() => location.pathname).toBe('/educator/ideas');
});
