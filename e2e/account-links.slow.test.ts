import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resetPassword } from '../contract/account-links.ts';
import { OperatorLinksService } from '../server/accounts/links/operator-links-service.ts';
import { readEnv } from '../server/env.ts';
import { findLink, startMailServer, type TestMailServer } from '../server/testing/mail-server.ts';
import { passwordHasher } from '../server/users/password-hashing.ts';
import { addUser } from '../server/users/users-service.ts';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { loseAnswer } from './held-calls.ts';
import { createKeyboard } from './keyboard.ts';
import { fillLogin, openPage, setUpPeople, signInCustomer, signInEducator } from './people.ts';

/** From a mail to the first page: invitations and forgotten passwords. */
let app: TestApp;
let mail: TestMailServer;

const CHOSEN = 'seven larks above the mill';
const LONG = 'an-address-as-long-as-they-come-without-any-place-to-break@department.of.names.example.org';

beforeAll(async () => {
  mail = await startMailServer();
  // The address of the mail server is public.
  app = await startApp({ settings: { ...mail.settings, DEMO: 'on' } });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

const watched = setUpPeople();
const visit = (path: string): Promise<Page> => watched(openPage(app.url, path));
const links = () => new OperatorLinksService(app.database.db, () => new Date(), readEnv(mail.settings));
/** The path of a link, because the app of the test has another origin. */
const toPath = (link: string) => link.replace(mail.settings.BASE_URL ?? '', '');
const findPath = async (email: string, count = 1) => toPath(findLink(await mail.waitForMail(email, count)));
const createResetPath = async (email: string) =>
  toPath((await links().createResetLink(email, 'print')).url ?? '');
const expired = (page: Page) => page.getByText('This link has expired or was already used.');
const changed = (page: Page) => page.getByRole('heading', { level: 1, name: 'Password changed' });
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

describe('an invitation', () => {
  it('leads a customer from the mail of an invitation to the markets, by keyboard alone', async () => {
    await links().invite({ email: LONG }, 'mail');
    const path = await findPath(LONG);
    const page = await visit(path);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByText("You've been invited to Chartlark").waitFor();
    expect(new URL(page.url()).hash).toBe('');
    expect(await findViolations(page)).toEqual([]);
    const { press, tabTo, expectFocus, type } = createKeyboard(page);
    await tabTo(page.getByRole('button', { name: 'Create account' }));
    await press('Enter');
    await page.getByText('First name is required').waitFor();
    await page.getByText('Accept the terms to continue').waitFor();
    await expectFocus(page.getByLabel('First name'));
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
    await type('Ann');
    await tabTo(page.getByLabel('Last name'));
    await type('Lee');
    await tabTo(page.getByLabel('Password', { exact: true }));
    await type(CHOSEN);
    await tabTo(page.getByRole('checkbox', { name: /I accept/ }));
    await press('Space');
    await tabTo(page.getByRole('button', { name: 'Create account' }));
    await press('Enter');
    await page.waitForURL('**/customer/dashboard');
    await page.getByText('Welcome, Ann!').waitFor();
    await page.goto(path);
    await expired(page).waitFor();
  });

  it('leads an invited educator to the dashboard, and signs out the person who was signed in there only then', async () => {
    await app.database.pool.query(
      "update users set password_hash = null, terms_accepted_at = null where email = 'educator6@demo.test'",
    );
    await links().invite({ email: 'educator6@demo.test' }, 'mail');
    const page = await watched(
      signInCustomer(app.url, { path: await findPath('educator6@demo.test'), keepsReading: true }),
    );
    await page.getByText("You're signed in as customer@demo.test.").waitFor();
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Accept the terms to continue').waitFor();
    await page.getByText("You're signed in as customer@demo.test.").waitFor();
    await page.getByLabel('Password', { exact: true }).fill(CHOSEN);
    await page.getByRole('checkbox', { name: /I accept/ }).check();
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/educator/dashboard');
    await page.getByText('Publish ideas and track them to the close').waitFor();
  });
});

describe('a sign-in from a new browser', () => {
  const openNotice = async (email: string, count = 1) => {
    const page = await visit(toPath(findLink(await mail.waitForNotice(email, count))));
    await page.getByText(`We'll log out all devices of ${email}`).waitFor();
    expect(new URL(page.url()).hash).toBe('');
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Log out everywhere' }).click();
    return page;
  };

  it('lets a customer answer a sign-in they did not make by a new password, and ends every session', async () => {
    const stranger = await watched(signInCustomer(app.url));
    const page = await openNotice('customer@demo.test');
    await page.waitForURL('**/reset-password');
    await page.getByText('For customer@demo.test.').waitFor();
    await page.getByLabel('New password', { exact: true }).fill(CHOSEN);
    await page.getByRole('button', { name: 'Change password' }).click();
    await changed(page).waitFor();
    await stranger.getByText('Your session has ended.').waitFor();
  });

  it('locks the account of an educator who did not make a sign-in', async () => {
    const stranger = await watched(signInEducator(app.url, '7'));
    const page = await openNotice('educator7@demo.test');
    await page.getByRole('heading', { level: 1, name: 'Account locked' }).waitFor();
    await page.getByText('Ask your operator for a new password.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await stranger.getByText('Your session has ended.').waitFor();
  });
});

describe('a forgotten password', () => {
  it.each([
    ['customer@demo.test', '/login', 'Sign In', '/customer/dashboard'],
    ['educator5@demo.test', '/chartlark-staff', 'Access Educator Portal', '/educator/dashboard'],
  ])('replaces the forgotten password of %s from %s', async (email, login, button, home) => {
    const page = await visit(login);
    await fillLogin(page, email, 'not the right one');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor();
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText(`If there's an account for ${email}`).waitFor();
    await page.goto(await findPath(email));
    await page.getByText(`For ${email}.`).waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await page.getByLabel('New password', { exact: true }).fill('password1234');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('This password is easy to guess.').waitFor();
    await createKeyboard(page).expectFocus(page.getByLabel('New password', { exact: true }));
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('New password', { exact: true }).fill(CHOSEN);
    await page.getByRole('button', { name: 'Change password' }).click();
    await changed(page).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Go to login' }).click();
    await page.waitForURL(`**${login}`);
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email);
    await page.getByLabel('Password', { exact: true }).fill(CHOSEN);
    await page.getByRole('button', { name: button }).click();
    await page.waitForURL(`**${home}`);
  });

  it('replaces a forgotten password once, also when the link is open in two tabs', async () => {
    const path = await createResetPath('educator4@demo.test');
    const [first, second] = [await visit(path), await visit(path)];
    for (const page of [first, second]) await page.getByLabel('New password', { exact: true }).fill(CHOSEN);
    await first.getByRole('button', { name: 'Change password' }).click();
    await changed(first).waitFor();
    await second.getByRole('button', { name: 'Change password' }).click();
    await expired(second).waitFor();
    expect(await findViolations(second)).toEqual([]);
    await second.getByRole('link', { name: 'Get a new link' }).click();
    await second.waitForURL('**/forgot-password');
  });

  it('says that the first try probably worked when its answer was lost', async () => {
    const page = await visit(await createResetPath('educator4@demo.test'));
    await loseAnswer(page, `**${resetPassword.path}`, resetPassword.method);
    await page.getByLabel('New password', { exact: true }).fill(CHOSEN);
    const change = page.getByRole('button', { name: 'Change password' });
    await change.click();
    await page.getByText('Network error. Please try again.').waitFor();
    await change.click();
    await page.getByText('This link was used, probably by your first try.').waitFor();
    await page.getByText('Sign in with your newest password.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go to login' }).waitFor();
  });

  it('explains what to do with a link that is reloaded, and takes another one in the same tab', async () => {
    const path = await createResetPath('educator3@demo.test');
    const page = await visit(path);
    await page.getByLabel('New password', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('Open the link you received once more.').waitFor();
    // Only the fragment differs, so the browser does not load the page again.
    await page.evaluate((hash) => location.assign(hash), path.slice(path.indexOf('#')));
    await page.getByLabel('New password', { exact: true }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
  });

  it('says that the link could not be checked, and tries again', async () => {
    const path = await createResetPath('educator2@demo.test');
    const page = await visit('/login');
    await page.route('**/api/auth/password-reset', (route) => route.abort());
    await page.goto(path);
    await page.getByText('Network error. Please try again.').waitFor();
    await page.unroute('**/api/auth/password-reset');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('For educator2@demo.test.').waitFor();
  });
});

describe('a new address', () => {
  it('changes the address in Security, confirms it from the mail, and signs in with it', async () => {
    const email = 'moving@demo.test';
    const person = { role: 'customer', firstName: 'Mo', lastName: 'Ving' } as const;
    await addUser(app.database.db, { ...person, email, passwordHash: await passwordHasher.hash(CHOSEN) });
    const page = await visit('/login');
    await fillLogin(page, email, CHOSEN);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/customer/dashboard');
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Security' }).click();
    const dialog = page.getByRole('dialog', { name: 'Security' });
    await dialog.getByLabel('New email').fill('nonsense');
    await dialog.getByRole('button', { name: 'Change email' }).click();
    await dialog.getByText('Not a valid email address').waitFor();
    await dialog.getByLabel('New email').fill(`new-${LONG}`);
    await dialog.getByRole('button', { name: 'Change email' }).click();
    await dialog.getByText(`If new-${LONG} can be used`).waitFor();
    expect(await findViolations(page)).toEqual([]);

    const path = await findPath(`new-${LONG}`);
    const other = await visit(path);
    await other.setViewportSize({ width: 360, height: 740 });
    await other.getByText(`Use new-${LONG} for your account`).waitFor();
    expect(await findViolations(other)).toEqual([]);
    await expect.poll(() => overflow(other)).toBeLessThanOrEqual(0);
    await other.getByRole('button', { name: 'Confirm email' }).click();
    await other.getByRole('heading', { level: 1, name: 'Email changed' }).waitFor();
    const again = await visit(path);
    await expired(again).waitFor();
    await again.getByText('change it again in Security').waitFor();
    await expect
      .poll(() => again.getByRole('main').getByRole('link').allInnerTexts())
      .toEqual(['Go to login']);
    await other.getByRole('link', { name: 'Continue' }).click();
    await expect.poll(() => other.getByLabel('Email').inputValue()).toBe(`new-${LONG}`);
    await other.getByLabel('Password', { exact: true }).fill(CHOSEN);
    await other.getByRole('button', { name: 'Sign In' }).click();
    await other.waitForURL('**/customer/dashboard');
  });
});

describe('without mail', () => {
  it('names the person to ask where no mail is set up', async () => {
    const without = await startApp();
    try {
      const { page, errors, close } = await openPage(without.url, '/login');
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      const ask = page.getByRole('link', { name: 'Ask for a link' });
      await expect.poll(() => ask.getAttribute('href')).toBe('https://example.org/chartlark-group');
      expect(await findViolations(page)).toEqual([]);
      await page.goto('/reset-password#forged');
      await expired(page).waitFor();
      await page.getByRole('link', { name: 'Ask for a new link' }).waitFor();
      expect(errors).toEqual([]);
      await close();
    } finally {
      await without.close();
    }
  });
});
