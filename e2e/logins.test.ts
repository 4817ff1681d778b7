import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOAST_MS } from '../web/shared/ui/toast-message.ts';
import { startApp, type TestApp } from './app.ts';
import { holdCalls } from './held-calls.ts';
import { createKeyboard } from './keyboard.ts';
import { installClock, pauseClock } from './page-clock.ts';
import {
  fillLogin,
  openPage,
  pastePassword,
  setUpPeople,
  signInEducator,
  waitForToast,
  withClipboard,
} from './people.ts';

/** SPEC §2 and §4: both logins, the way between them, and what they protect. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();
const visit = (path: string): Promise<Page> => watched(openPage(app.url, path));
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();
const getPath = (page: Page) => new URL(page.url()).pathname;
const tapAnywhere = async (page: Page, times: number) => {
  for (let tap = 0; tap < times; tap += 1) await page.mouse.click(20, 400);
};
/** Five taps that take none of the page's time, however slow the machine is. */
const tapFiveTimes = async (page: Page) => {
  await installClock(page);
  await pauseClock(page);
  await tapAnywhere(page, 5);
  await page.clock.resume();
};

describe('the customer login', () => {
  it('shows every text of SPEC §2, and the link to the messaging group', async () => {
    const page = await visit('/');
    await page.getByRole('link', { name: /group/ }).waitFor();
    await expect.poll(() => heading(page)).toBe('Login');
    await page.getByText('Customer Portal - Learn Trading').waitFor();
    await page.getByPlaceholder('Enter your email').waitFor();
    await page.getByPlaceholder('Enter your password').waitFor();
    await page
      .getByRole('main')
      .getByText(/Educational content only, not investment advice/)
      .waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Sign In' }).isEnabled()).toBe(true);
  });

  it('shows both legal texts in dialogs that Escape closes, and restores the focus', async () => {
    const page = await visit('/login');
    for (const [link, title] of [
      ['Terms of Use', 'Terms of Service'],
      ['Privacy Policy', 'Privacy Policy'],
    ] as const) {
      await page.getByRole('button', { name: link }).click();
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.getByText('Effective January 2025').waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(link);
    }
  });

  it('reports missing input at its field and sends nothing', async () => {
    const page = await visit('/login');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Email is required').waitFor();
    await page.getByText('Password is required').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
  });

  it('shows Signing In... while busy, and an error above the form with the input kept', async () => {
    const page = await visit('/login');
    const signingIn = await holdCalls(page, '**/api/auth/login', 'POST');
    await fillLogin(page, 'customer@demo.test', 'wrong');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Signing In...' }).isDisabled()).toBe(true);
    signingIn.release();
    await page.getByRole('alert').getByText('Invalid email or password').waitFor();
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('customer@demo.test');
    await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('wrong');
  });

  it('shows a network error', async () => {
    const page = await visit('/login');
    await page.route('**/api/auth/login', (route) => route.abort());
    await fillLogin(page, 'customer@demo.test', 'learn-to-trade');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Network error. Please try again.').waitFor();
  });

  it('says Login failed when something else than the server answers', async () => {
    const page = await watched(openPage(app.url, '/login'));
    const answers = [
      { status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' },
      { status: 500, body: '' },
      { status: 200, contentType: 'text/html', body: '<html>Sign in to this network</html>' },
    ];
    for (const answer of answers) {
      await page.route('**/api/auth/login', (route) => route.fulfill(answer));
      await fillLogin(page, 'customer@demo.test', 'learn-to-trade');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('Login failed', { exact: true }).waitFor();
      await page.unroute('**/api/auth/login');
      await page.reload();
    }
  });

  it('rejects an educator like a wrong password', async () => {
    const page = await visit('/login');
    await fillLogin(page, 'educator1@demo.test', 'teach-to-trade');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Invalid email or password').waitFor();
  });

  it('greets by name and leads to the requested page', async () => {
    const page = await visit('/customer/crypto');
    await page.waitForURL('**/login?from=*');
    await fillLogin(page, 'customer@demo.test', 'learn-to-trade');
    await Promise.all([
      waitForToast(page, 'Login Successful', /Welcome back, \w+!/),
      page.keyboard.press('Enter'),
    ]);
    expect(getPath(page)).toBe('/customer/crypto');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  });

  it('greets also when the code of the toast takes longer to load than the toast is shown', async () => {
    const page = await visit('/login');
    const toastCode = await holdCalls(page, /assets.toast-host-.*[.]js$/, 'GET');
    await fillLogin(page, 'customer@demo.test', 'learn-to-trade');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/customer/dashboard');
    await page.clock.setFixedTime(Date.now() + 4 * TOAST_MS);
    toastCode.release();
    await page.getByText('Login Successful').waitFor();
  });
});

describe('the hidden access to the educator login', () => {
  it('opens the educator login on the fifth tap within 3 seconds and keeps the input', async () => {
    const page = await visit('/login');
    await fillLogin(page, 'educator1@demo.test', 'teach-to-trade');
    await Promise.all([
      waitForToast(page, 'Educator Access Unlocked', 'Redirecting to educator login...'),
      tapFiveTimes(page),
    ]);
    expect(getPath(page)).toBe('/chartlark-staff');
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('educator1@demo.test');
    await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('teach-to-trade');
  });

  it('restores what was typed after Back, but not after another page, and stores none of it', async () => {
    const page = await visit('/login');
    await fillLogin(page, 'customer@demo.test', 'learn-to-trade');
    await tapFiveTimes(page);
    await page.waitForURL('**/chartlark-staff');
    await page.getByRole('heading', { name: 'Educator Login' }).waitFor();
    const stored = () =>
      page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]));
    await expect.poll(() => stored()).not.toContain('learn-to-trade');
    await page.goBack();
    await page.getByRole('heading', { name: 'Login', exact: true }).waitFor();
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('customer@demo.test');
    await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('learn-to-trade');
    await expect.poll(() => stored()).not.toContain('learn-to-trade');

    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/customer/dashboard');
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('heading', { name: 'Login', exact: true }).waitFor();
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('');
    await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  });

  it('restarts counting the taps after 3 seconds', async () => {
    const page = await visit('/login');
    await page.getByRole('heading', { name: 'Login', exact: true }).waitFor();
    await installClock(page);
    await pauseClock(page);
    await tapAnywhere(page, 4);
    await page.clock.runFor(3_100);
    await tapAnywhere(page, 4);
    expect(getPath(page)).toBe('/login');
    await tapAnywhere(page, 1);
    await page.clock.resume();
    await page.waitForURL('**/chartlark-staff');
  });
});

describe('the educator login', () => {
  it('shows every text of SPEC §2 on the educator login', async () => {
    const page = await visit('/chartlark-staff');
    await expect.poll(() => heading(page)).toBe('Educator Login');
    for (const text of ['Staff Portal', 'Authorized Personnel Only', 'Access is logged and monitored'])
      await page.getByText(text).waitFor();
    await page.getByPlaceholder('Enter your authorized email').waitFor();
    await page.getByRole('button', { name: 'Access Educator Portal' }).waitFor();
  });

  it('rejects an email that is not on the allow-list without a request', async () => {
    const page = await visit('/chartlark-staff');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    // Of an earlier sign-in; SPEC §4 clears it before the attempt.
    await page.evaluate(() => localStorage.setItem('userRole', 'educator'));
    await fillLogin(page, 'customer@demo.test', 'learn-to-trade');
    await page.getByRole('button', { name: 'Access Educator Portal' }).click();
    await page.getByText('Access denied: Only authorized educators can access this portal.').waitFor();
    expect(sent.filter((url) => url.includes('/api/auth'))).toEqual([]);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('userRole'))).toBeNull();
  });

  it('signs an educator in; the session survives a reload and ends with Logout', async () => {
    const page = await watched(signInEducator(app.url));
    const token = await page.evaluate(() => localStorage.getItem('sessionToken'));
    await page.reload();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('sessionToken'))).toBeNull();
    const headers = { Authorization: `Bearer ${token}` };
    await expect.poll(async () => (await fetch(`${app.url}/api/auth/user`, { headers })).status).toBe(401);
  });
});

it('hides the password, accepts a pasted one and names the fields for password managers on both logins', async () => {
  for (const path of ['/login', '/chartlark-staff']) {
    const page = await watched(openPage(app.url, path, withClipboard));
    const password = page.getByLabel('Password', { exact: true });
    await pastePassword(password, ' a pasted passphrase ');
    await expect.poll(() => password.getAttribute('autocomplete')).toBe('current-password');
    await expect.poll(() => page.getByLabel('Email').getAttribute('autocomplete')).toBe('username webauthn');

    await page.getByRole('button', { name: 'Show password' }).click();
    await expect.poll(() => password.getAttribute('type')).toBe('text');
    await expect.poll(() => password.inputValue()).toBe(' a pasted passphrase ');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect.poll(() => password.getAttribute('type')).toBe('password');

    // A real Caps Lock key does not reach the page from here.
    const press = (modifierCapsLock: boolean) =>
      password.evaluate(
        (input, isOn) =>
          input.dispatchEvent(new KeyboardEvent('keydown', { modifierCapsLock: isOn, bubbles: true })),
        modifierCapsLock,
      );
    await press(true);
    await page.getByText('Caps Lock is on.').waitFor();
    await press(false);
    await page.getByText('Caps Lock is on.').waitFor({ state: 'detached' });
  }
});

describe('the legal pages', () => {
  it('opens the legal pages to everyone', async () => {
    const page = await visit('/terms');
    await expect.poll(() => heading(page)).toBe('Terms of Service');
    await page.goto('/privacy');
    await expect.poll(() => heading(page)).toBe('Privacy Policy');
    // From the settings of this deployment.
    await page.getByText('with network address and browser: 90 days').waitFor();
  });
});

it('lets a customer sign in, navigate and sign out with the keyboard alone', async () => {
  const page = await visit('/login');
  const { press, expectFocus, tabTo, type, use } = createKeyboard(page);
  const terms = page.getByRole('button', { name: 'Terms of Use' });
  await use(terms);
  const dialog = page.getByRole('dialog', { name: /Terms/ });
  await expectFocus(dialog.getByRole('button', { name: 'Close' }));
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(terms);

  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })];
  await tabTo(email, 'back');
  await type('customer@demo.test');
  await tabTo(password);
  await type('a guess');
  await press('Enter');
  await page.getByRole('alert').waitFor();
  await expectFocus(password);
  await press('ControlOrMeta+A');
  await type('learn-to-trade');
  await use(page.getByRole('button', { name: 'Sign In' }), 'Space');
  await page.waitForURL('**/customer/dashboard');

  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const hasFocus = (name: string) =>
    expect.poll(() => heading(name).evaluate((one) => one === document.activeElement)).toBe(true);
  await hasFocus('Choose Your Market');
  await tabTo(page.getByRole('link', { name: 'Skip to content' }), 'back');
  await press('Enter');
  await use(page.getByRole('link', { name: 'Forex' }));
  await hasFocus('Forex');

  // The menu of a phone.
  await page.setViewportSize({ width: 360, height: 800 });
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await tabTo(menu, 'back');
  await press('Enter');
  await expectFocus(sheet.getByRole('button', { name: 'Close' }));
  await press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await expectFocus(menu);
  await press('Space');
  await use(sheet.getByRole('link', { name: 'Exchange Ideas' }));
  await hasFocus('Exchange Ideas History');
  await sheet.waitFor({ state: 'detached' });
  await hasFocus('Exchange Ideas History');
  await tabTo(menu, 'back');
  await press('Enter');
  await use(sheet.getByRole('button', { name: 'Logout' }));
  await page.waitForURL('**/login');
  await hasFocus('Login');
});
