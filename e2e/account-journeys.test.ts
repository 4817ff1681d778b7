import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OperatorLinksService } from '../server/account/links/operator-links-service.ts';
import { addUser } from '../server/account/users/users-service.ts';
import { readEnv } from '../server/shared/env.ts';
import { findLink, startMailServer, type TestMailServer } from '../server/testing/mail-server.ts';
import { PASSWORD, PASSWORD_HASH } from '../server/testing/test-passwords.ts';
import { readTimeCode } from '../server/testing/time-code.ts';
import { startApp, type TestApp } from './app.ts';
import { fillLogin, openPage, setUpPeople, signInCustomer } from './people.ts';

/** The ways into an account and out of it, through the server and its mails. Errors, keys and focus are ui tests. */
let app: TestApp;
let mail: TestMailServer;

const CHOSEN = 'seven larks above the mill';

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
/** The path of a link, because the app of the test has another origin. */
const toPath = (link: string) => link.replace(mail.settings.BASE_URL ?? '', '');
const findPath = async (email: string) => toPath(findLink(await mail.waitForMail(email, 1)));
const expired = (page: Page) => page.getByText('This link has expired or was already used.');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const signIn = async (page: Page, email: string, password: string) => {
  await fillLogin(page, email, password);
  await press(page, 'Sign In');
};
const addCustomer = (email: string) =>
  addUser(app.database.db, {
    role: 'customer',
    email,
    firstName: 'Own',
    lastName: 'Account',
    passwordHash: PASSWORD_HASH,
  });
const openSecurity = async (page: Page) => {
  await press(page, 'Your account');
  await page.getByRole('menuitem', { name: 'Security' }).click();
  return page.getByRole('dialog', { name: 'Security' });
};

it('leads from the mail of an invitation to the markets, once (§4.30)', async () => {
  const email = 'invited@demo.test';
  await new OperatorLinksService(app.database.db, () => new Date(), readEnv(mail.settings)).invite(
    { email },
    'mail',
  );
  const path = await findPath(email);
  const page = await visit(path);
  await page.getByText("You've been invited to Chartlark").waitFor();
  expect(new URL(page.url()).hash).toBe('');
  await page.getByLabel('First name').fill('Ann');
  await page.getByLabel('Last name').fill('Lee');
  await page.getByLabel('Password', { exact: true }).fill(CHOSEN);
  await page.getByRole('checkbox', { name: /I accept/ }).check();
  await press(page, 'Create account');
  await page.waitForURL('**/customer/dashboard');
  await page.getByText('Welcome, Ann!').waitFor();
  await page.goto(path);
  await expired(page).waitFor();
});

it('replaces a forgotten password by the link in a mail (§4.31)', async () => {
  const email = 'forgot@demo.test';
  await addCustomer(email);
  const page = await visit('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill(email);
  await press(page, 'Send link');
  await page.getByText(`If there's an account for ${email}`).waitFor();
  await page.goto(await findPath(email));
  await page.getByText(`For ${email}.`).waitFor();
  await page.getByLabel('New password', { exact: true }).fill(CHOSEN);
  await press(page, 'Change password');
  await heading(page, 'Password changed');
  await page.getByRole('main').getByRole('link', { name: 'Go to login' }).click();
  await signIn(page, email, PASSWORD);
  await page.getByRole('alert').getByText('Invalid email or password').waitFor();
  await signIn(page, email, CHOSEN);
  await page.waitForURL('**/customer/dashboard');
});

it('lets a customer answer a sign-in they did not make, which ends every session', async () => {
  const email = 'customer@demo.test';
  const stranger = await watched(signInCustomer(app.url));
  const page = await visit(toPath(findLink(await mail.waitForNotice(email))));
  await page.getByText(`We'll log out all devices of ${email}`).waitFor();
  await press(page, 'Log out everywhere');
  await page.waitForURL('**/reset-password');
  await page.getByLabel('New password', { exact: true }).fill(CHOSEN);
  await press(page, 'Change password');
  await heading(page, 'Password changed');
  await stranger.getByText('Your session has ended.').waitFor();
});

it('changes an email in Security once the mail to the new one is answered', async () => {
  const [email, next] = ['before@demo.test', 'after@demo.test'];
  await addCustomer(email);
  const page = await visit('/login');
  await signIn(page, email, PASSWORD);
  const dialog = await openSecurity(page);
  await dialog.getByLabel('New email').fill(next);
  await dialog.getByRole('button', { name: 'Change email' }).click();
  await dialog.getByText(`If ${next} can be used`).waitFor();
  const path = await findPath(next);
  const other = await visit(path);
  await press(other, 'Confirm email');
  await heading(other, 'Email changed');
  await expired(await visit(path)).waitFor();
  await other.getByRole('link', { name: 'Continue' }).click();
  await signIn(other, next, PASSWORD);
  await other.waitForURL('**/customer/dashboard');
});

it('deletes an account, whose sign-in then fails like any other', async () => {
  const email = 'leaving@demo.test';
  await addCustomer(email);
  const page = await visit('/login');
  await signIn(page, email, PASSWORD);
  const dialog = await openSecurity(page);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await page.waitForURL(/\/login/);
  await heading(page, 'Account deleted');
  await signIn(page, email, PASSWORD);
  await page.getByRole('alert').getByText('Invalid email or password').waitFor();
});

it('asks an educator for a code of their app, and takes a recovery code instead', async () => {
  const email = 'educator4@demo.test';
  const openLogin = async () => {
    const page = await visit('/chartlark-staff');
    await fillLogin(page, email, 'teach-to-trade');
    await press(page, 'Access Educator Portal');
    return page;
  };
  const page = await openLogin();
  await page.waitForURL('**/educator/dashboard');
  const dialog = await openSecurity(page);
  await dialog.getByRole('button', { name: 'Use an app' }).click();
  const secret = (await dialog.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
  // The next code, which is accepted already, so that it does not expire on the way.
  const code = readTimeCode(secret, Date.now() + 30_000);
  await dialog.getByLabel('Code', { exact: true }).fill(code);
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  const recoveryCodes = dialog.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem');
  await expect.poll(() => recoveryCodes.count()).toBe(10);
  const recoveryCode = await recoveryCodes.first().innerText();
  await dialog.getByRole('button', { name: 'I have saved them' }).click();

  const other = await openLogin();
  const answer = async (text: string) => {
    await other.getByLabel('Code', { exact: true }).fill(text);
    await press(other, 'Access Educator Portal');
  };
  // Each code counts once.
  await answer(code);
  await other.getByRole('alert').getByText("That code isn't right.").waitFor();
  await answer(recoveryCode);
  await other.waitForURL('**/educator/dashboard');
});
