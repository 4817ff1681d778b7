import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { logout } from '../../contract/account/auth.ts';
import { getUserProfile } from '../../contract/account/profiles.ts';
import { NetworkFailure } from '../testing/fake-api.ts';
import { FakeChat } from '../testing/fake-chat.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { press, tabTo } from '../testing/keyboard.ts';
import { customer, openApp, phone, server } from '../testing/open-app.tsx';
import { expectGone, expectShown, measure, readTexts } from '../testing/page.ts';

/** Header and menu of a customer, and the way through them by keyboard. */
beforeEach(() => {
  new FakeIdeas(server(), [
    { pair: 'EUR/USD' },
    { pair: 'SOL/USD', market_type: 'Crypto', created_at: '2026-11-20T11:00:00.000Z' },
    { pair: 'BTC/USD', market_type: 'Crypto', created_at: '2026-11-20T12:00:00.000Z' },
  ]);
  new FakeChat(server());
});

const shown = () => page.getByCss('[role=group]:not([aria-hidden]) article');
const focused = () => document.activeElement?.textContent ?? '';
const path = () => location.pathname;

describe('the header and the menu', () => {
  const links = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link');

  it("show SPEC's entries, which lead to the last visited market, Results and Learn (§2.39)", async () => {
    await openApp('/customer/crypto');
    await expectShown(shown());
    await expect
      .poll(() => readTexts(links()))
      .toEqual(['Markets', 'Leverage', 'Exchange', 'Results', 'Updates', 'Learn']);
    await openApp('/customer/dashboard');
    await expectShown(page.getByRole('heading', { level: 1 }));
    expect(
      links()
        .elements()
        .map((link) => link.getAttribute('href')),
    ).toEqual([
      '/customer/dashboard',
      '/customer/crypto/leverage',
      '/customer/crypto/exchange',
      '/customer/results',
      '/customer/chat',
      '/learn',
    ]);
  });

  it('log out from the menu of the account', async () => {
    server().on(logout, () => ({ success: true as const }));
    await openApp('/customer/chat');
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect.poll(path).toBe('/login');
  });

  it.each([1440, 1920])('stay where they are from page to page at %i px', async (width) => {
    await openApp('/customer/forex', { size: { width, height: 900 } });
    const home = page.getByRole('link', { name: 'Chartlark, home' });
    await expectShown(home);
    const { x } = measure(home);
    await page.getByRole('link', { name: 'Learn' }).click();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Learn' }));
    expect(measure(home).x).toBe(x);
  });

  it('log out also when the server cannot be reached (§8.17)', async () => {
    await openApp('/customer/dashboard');
    server().on(logout, () => {
      throw new NetworkFailure();
    });
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).first().click();
    await expect.poll(path).toBe('/login');
    await expectShown(page.getByRole('heading', { level: 1, name: 'Login' }));
    expect(localStorage.getItem('sessionToken')).toBeNull();
    await expectGone(page.getByText('Network error'));
  });

  it("show SPEC's entries in the menu of a phone (§2.39)", async () => {
    await openApp('/customer/chat', { size: phone });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const items = page.getByRole('dialog', { name: 'Menu' }).getByRole('listitem');
    await expect
      .poll(() => readTexts(items))
      .toEqual(['Markets', 'Leverage Ideas', 'Exchange Ideas', 'Educator Updates', 'Logout']);
  });
});

describe('with the keyboard alone', () => {
  it('leads a reader from the markets into an idea and back by keyboard', async () => {
    await openApp('/customer/dashboard');
    await expectShown(page.getByRole('heading', { level: 1 }));
    await tabTo(page.getByRole('main').getByRole('link', { name: 'Crypto', exact: true }));
    await press('Enter');
    await expect.poll(path).toBe('/customer/crypto');
    await expect.poll(focused).toBe('Crypto');
    await expectShown(shown().getByRole('heading', { name: 'BTC/USD' }));
    await press('ArrowRight');
    await expectShown(shown().getByRole('heading', { name: 'SOL/USD' }));
    await tabTo(shown().getByRole('button', { name: 'Details' }));
    await press('Enter');
    const dialog = page.getByRole('dialog', { name: 'SOL/USD' });
    await expectShown(dialog.getByText('Position size', { exact: true }));
    await press('Escape');
    await expectGone(dialog);
    await expect.poll(focused).toBe('Details');
    history.back();
    await expect.poll(path).toBe('/customer/dashboard');
  });

  it('focuses the first item of a menu opened by Enter, also the second time', async () => {
    const never = () => new Promise<never>(() => undefined);
    server().on(getUserProfile, never);
    await openApp('/customer/chat', { as: { ...customer, id: '00000000-0000-4000-8000-0000000000c1' } });
    await page.getByRole('link', { name: 'Markets' }).click();
    for (const time of ['first', 'second']) {
      // A page that was navigated to takes the focus.
      await expect.poll(focused).toBe('Choose Your Market');
      (page.getByRole('button', { name: 'Your account' }).element() as HTMLElement).focus();
      await press('Enter');
      await expectShown(page.getByRole('menuitem', { name: 'Profile' }));
      await expect.poll(focused, { message: time }).toBe('Profile');
      await press('Enter');
      await expect.poll(path).toBe('/customer/profile');
      await expectShown(page.getByRole('heading', { level: 1, name: /profile/i }));
      history.back();
      await expect.poll(path).toBe('/customer/dashboard');
    }
  });
});
