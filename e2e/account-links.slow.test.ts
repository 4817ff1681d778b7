import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OperatorLinksService } from '../server/accounts/links/operator-links-service.ts';
import { readEnv } from '../server/env.ts';
import { findLink, startMailServer, type TestMailServer } from '../server/testing/mail-server.ts';
import { passwordHasher } from '../server/users/password-hashing.ts';
import { addUser } from '../server/users/users-service.ts';
import { startApp, type TestApp } from './app.ts';
import { fillLogin, openPage, setUpPeople, signInCustomer } from './people.ts';

/** From a mail to the first page. What the pages say is tested in web/features/account-links. */
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
const links = () => new OperatorLinksService(app.database.db, () => new Date(), readEnv(mail.settings));
/** The path of a link, because the app of the test has another origin. */
const toPath = (link: string) => link.replace(mail.settings.BASE_URL ?? '', '');
const findPath = async (email: string) => toPath(findLink(await mail.waitForMail(email)));
const expired = (page: Page) => page.getByText('This link has expired or was already used.');
const changed = (page: Page) => page.getByRole('heading', { level: 1, name: 'Password changed' });

it('leads a customer from the mail of an invitation to the markets', async () => {
  const email = 'invited@demo.test';
  await links().invite({ email }, 'mail');
  const path = await findPath(email);
  const page = await visit(path);
  await page.getByText("You've been invited to Chartlark").waitFor();
  expect(new URL(page.url()).hash).toBe('');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('First name is required').waitFor();
  await page.getByText('Accept the terms to continue').waitFor();
  await page.getByLabel('First name').fill('Ann');
  await page.getByLabel('Last name').fill('Lee');
  await page.getByLabel('Password', { exact: true }).fill(CHOSEN);
  await page.getByRole('checkbox', { name: /I accept/ }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/customer/dashboard');
  await page.getByText('Welcome, Ann!').waitFor();
  await page.goto(path);
  await expired(page).waitFor();
});

it('lets a customer answer a sign-in they did not make by a new password, and ends every session', async () => {
  const email = 'customer@demo.test';
  const stranger = await watched(signInCustomer(app.url));
  const page = await visit(toPath(findLink(await mail.waitForNotice(email))));
  await page.getByText(`We'll log out all devices of ${email}`).waitFor();
  expect(new URL(page.url()).hash).toBe('');
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.waitForURL('**/reset-password');
  await page.getByText(`For ${email}.`).waitFor();
  await page.getByLabel('New password', { exact: true }).fill(CHOSEN);
  await page.getByRole('button', { name: 'Change password' }).click();
  await changed(page).waitFor();
  await stranger.getByText('Your session has ended.').waitFor();
});

it('replaces the forgotten password of an educator, from the login and back to it', async () => {
  const email = 'educator5@demo.test';
  const page = await visit('/chartlark-staff');
  await fillLogin(page, email, 'not the right one');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor();
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText(`If there's an account for ${email}`).waitFor();
  await page.goto(await findPath(email));
  await page.getByText(`For ${email}.`).waitFor();
  expect(new URL(page.url()).hash).toBe('');
  await page.getByLabel('New password', { exact: true }).fill('password1234');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('This password is easy to guess.').waitFor();
  await page.getByLabel('New password', { exact: true }).fill(CHOSEN);
  await page.getByRole('button', { name: 'Change password' }).click();
  await changed(page).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Go to login' }).click();
  await page.waitForURL('**/chartlark-staff');
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email);
  await page.getByLabel('Password', { exact: true }).fill(CHOSEN);
  await page.getByRole('button', { name: 'Access Educator Portal' }).click();
  await page.waitForURL('**/educator/dashboard');
});

it('changes the address in Security, confirms it from the mail, and signs in with it', async () => {
  const email = 'moving@demo.test';
  const next = 'moved@demo.test';
  const person = { role: 'customer', firstName: 'Mo', lastName: 'Ving' } as const;
  await addUser(app.database.db, { ...person, email, passwordHash: await passwordHasher.hash(CHOSEN) });
  const page = await visit('/login');
  await fillLogin(page, email, CHOSEN);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/customer/dashboard');
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Security' }).click();
  const dialog = page.getByRole('dialog', { name: 'Security' });
  await dialog.getByLabel('New email').fill(next);
  await dialog.getByRole('button', { name: 'Change email' }).click();
  await dialog.getByText(`If ${next} can be used`).waitFor();

  const other = await visit(await findPath(next));
  await other.getByText(`Use ${next} for your account`).waitFor();
  await other.getByRole('button', { name: 'Confirm email' }).click();
  await other.getByRole('heading', { level: 1, name: 'Email changed' }).waitFor();
  await other.getByRole('link', { name: 'Continue' }).click();
  await expect.poll(() => other.getByLabel('Email').inputValue()).toBe(next);
  await other.getByLabel('Password', { exact: true }).fill(CHOSEN);
  await other.getByRole('button', { name: 'Sign In' }).click();
  await other.waitForURL('**/customer/dashboard');
});
