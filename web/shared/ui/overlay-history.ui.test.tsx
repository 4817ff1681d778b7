import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { listAccessTokens } from '../../../contract/account/access-tokens.ts';
import { listSessions } from '../../../contract/account/account.ts';
import { listActivity } from '../../../contract/account/own-data.ts';
import { listPasskeys } from '../../../contract/account/passkeys.ts';
import { listNews } from '../../../contract/notifications/news.ts';
import { defaultPushSettings, getPushSettings } from '../../../contract/notifications/push.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { press, type } from '../../testing/keyboard.ts';
import { moveMouse } from '../../testing/mouse.ts';
import { openApp, phone, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown, resize } from '../../testing/page.ts';
import { holdTimers } from '../../testing/timers.ts';

/** SPEC §10: an open dialog, sheet or menu has a history entry, so that Back closes it. */
beforeEach(() => {
  new FakeIdeas(server(), [
    { pair: 'EUR/USD', image_urls: ['/media/one.png', '/media/two.png'] },
    { pair: 'GBP/USD', created_at: '2026-11-20T11:00:00.000Z' },
    { pair: 'AUD/USD', created_at: '2026-11-20T10:00:00.000Z' },
    { pair: 'NZD/USD', status: 'successful', closed_at: '2026-11-21T12:00:00.000Z' },
  ]);
  server().on(listSessions, () => []);
  server().on(listPasskeys, () => []);
  server().on(listAccessTokens, () => []);
  server().on(listActivity, () => []);
  server().on(listNews, () => []);
  server().on(getPushSettings, () => defaultPushSettings);
});

const overlays = () => (history.state as { overlays?: number } | null)?.overlays ?? 0;
/** Waits until the entry stands for the page itself: closing an overlay goes back to it. */
const expectPageEntry = () => expect.poll(overlays).toBe(0);
const customerAt = async (path: string) => {
  history.pushState(null, '', '/learn/glossary');
  await openApp(path);
};
/** The page before, which the next Back must reach at once. */
const expectBackLeaves = async () => {
  history.back();
  await expect.poll(() => location.pathname).toBe('/learn/glossary');
};
const goBackFrom = async (overlay: Locator) => {
  await expectShown(overlay);
  await expect.poll(overlays).toBeGreaterThan(0);
  history.back();
  await expectGone(overlay);
};
const openDetail = async () => {
  await page.getByRole('button', { name: 'Details' }).first().click();
  const detail = page.getByRole('dialog').first();
  await expectShown(detail.getByText('Position size', { exact: true }));
  return detail;
};
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

describe('Back', () => {
  it('closes the detail of an idea, then leaves the page', async () => {
    await customerAt('/customer/forex');
    await goBackFrom(await openDetail());
    expect(location.pathname).toBe('/customer/forex');
    await expect.poll(() => document.activeElement?.textContent).toBe('Details');
    await expectBackLeaves();
  });

  it('closes a photo first, then the detail below it (§2.7)', async () => {
    await customerAt('/customer/forex');
    const detail = await openDetail();
    await detail.getByRole('button', { name: 'View photo 1 of 2 full size' }).click();
    await goBackFrom(page.getByRole('dialog', { name: /photo 1 of 2/ }));
    await goBackFrom(detail);
    await expectBackLeaves();
  });

  it('closes the notification settings (§2.7)', async () => {
    await customerAt('/customer/forex');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await goBackFrom(page.getByRole('dialog', { name: 'Notifications' }));
    await expectBackLeaves();
  });

  it('closes the dialog that a menu opens, also the second time, and the menu itself', async () => {
    await customerAt('/customer/forex');
    for (const _time of ['loads its code', 'again']) {
      await button('Your account').click();
      await page.getByRole('menuitem', { name: 'Security' }).click();
      await goBackFrom(page.getByRole('dialog', { name: 'Security' }));
    }
    await button('Your account').click();
    await goBackFrom(page.getByRole('menu'));
    await expectBackLeaves();
  });

  it('closes the menu of a phone (§2.7)', async () => {
    await resize(phone);
    await customerAt('/customer/forex');
    await button('Menu').click();
    await goBackFrom(page.getByRole('dialog', { name: 'Menu' }));
    await expectBackLeaves();
  });

  it('closes a legal text on the login', async () => {
    history.pushState(null, '', '/learn/glossary');
    await openApp('/login', { as: null });
    await button('Terms of Use').click();
    await goBackFrom(page.getByRole('dialog'));
    expect(location.pathname).toBe('/login');
    await expectBackLeaves();
  });
});

describe('no entry stays behind', () => {
  it.each([
    ['Escape', () => press('Escape')],
    ['Close', () => button('Close').click()],
    ['a press outside', () => moveMouse(['move', 5, 5], ['down'], ['up'])],
  ] as const)('after %s', async (_what, close) => {
    await customerAt('/customer/forex');
    const detail = await openDetail();
    await close();
    await expectGone(detail);
    await expectPageEntry();
    await expectBackLeaves();
  });

  it('after a link in a menu', async () => {
    await customerAt('/customer/forex');
    await button('Your account').click();
    await page.getByRole('menuitem', { name: 'Bookmarks' }).click();
    await expect.poll(() => location.pathname).toBe('/customer/bookmarks');
    await expectGone(page.getByRole('menu'));
    history.back();
    await expect.poll(() => location.pathname).toBe('/customer/forex');
    await expectBackLeaves();
  });

  it('after a link in a dialog', async () => {
    await customerAt('/customer/forex');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Test your notifications' }).click();
    await expect.poll(() => location.pathname).toBe('/test-notifications');
    await expectGone(page.getByRole('dialog'));
    history.back();
    await expect.poll(() => location.pathname).toBe('/customer/forex');
    await expectBackLeaves();
  });

  it('after links in the menu of a phone, also one to where the reader is already', async () => {
    await resize(phone);
    await customerAt('/customer/dashboard');
    const follow = async (name: string) => {
      await button('Menu').click();
      await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name }).click();
      await expectGone(page.getByRole('dialog'));
    };
    await follow('Markets');
    await expectPageEntry();
    expect(location.pathname).toBe('/customer/dashboard');
    await follow('Exchange Ideas');
    await expect.poll(() => location.pathname).toBe('/customer/forex/exchange');
    history.back();
    await expect.poll(() => location.pathname).toBe('/customer/dashboard');
    await expectBackLeaves();
  });

  it('after Forward to a dialog that Back has closed', async () => {
    await customerAt('/customer/forex');
    await goBackFrom(await openDetail());
    const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    history.forward();
    await arrived;
    await expectPageEntry();
    await expectBackLeaves();
  });
});

it('waits with a search for pairs until the search of the app is closed', async () => {
  await customerAt('/customer/forex/leverage');
  const pairs = page.getByRole('searchbox', { name: 'Search pairs' });
  await expectShown(pairs);
  // The search for pairs begins 250 ms after the last key, which the test decides.
  const releaseSearch = holdTimers(250);
  await pairs.fill('NZD');
  await press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
  await expectShown(search);
  await expect.poll(releaseSearch).toBeGreaterThan(0);
  await expect.element(search).toHaveFocus();
  await type('GBP');
  await expect.element(search).toHaveValue('GBP');
  expect(location.search).toBe('');
  await press('Escape');
  await expect.poll(() => location.search).toBe('?pair=NZD');
  await expectPageEntry();
  await expect.element(pairs).toHaveValue('NZD');
});

describe('Back to a market', () => {
  const selected = () =>
    page.getByCss('[role=group]:not([aria-hidden])').element().getAttribute('aria-label');
  const followAndReturn = async () => {
    await page.getByRole('link', { name: 'Leverage', exact: true }).first().click();
    await expect.poll(() => location.pathname).toBe('/customer/forex/leverage');
    history.back();
    await expect.poll(() => location.pathname).toBe('/customer/forex');
  };

  it('shows the card that was read (§2.7)', async () => {
    await customerAt('/customer/forex');
    await button('Next').click();
    await button('Next').click();
    await expect.poll(selected).toBe('3 of 3: AUD/USD');
    await followAndReturn();
    await expect.poll(selected).toBe('3 of 3: AUD/USD');
    await openDetail();
    await page.getByRole('link', { name: 'Open page' }).click();
    await expect.poll(() => location.pathname).toMatch(/^\/ideas\//);
    history.back();
    await expect.poll(selected).toBe('3 of 3: AUD/USD');
  });
});
