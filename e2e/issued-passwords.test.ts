import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions, users } from '../server/database/schema.ts';
import { passwordHasher } from '../server/users/password-hashing.ts';
import { addUser } from '../server/users/users-service.ts';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { createKeyboard } from './keyboard.ts';
import { fillLogin, openPage, setUpPeople } from './people.ts';

/** The first sign-in with a password that an operator made. */
let app: TestApp;

const ISSUED = 'kn4u-t8wd-3mxp-cz6r';
const CHOSEN = 'entirely of my own choice';

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();

const addCustomer = async (email: string) =>
  addUser(app.database.db, {
    role: 'customer',
    email,
    firstName: 'New',
    lastName: 'Comer',
    passwordHash: await passwordHasher.hash(ISSUED),
    mustChangePassword: true,
  });

/** The demo has all seven educators, so one of them gets an issued password. */
const issueEducatorPassword = async (email: string) => {
  const passwordHash = await passwordHasher.hash(ISSUED);
  const issued = { passwordHash, mustChangePassword: true };
  await app.database.db.update(users).set(issued).where(eq(users.email, email));
};

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Choose a new password' });
const newPassword = (page: Page) => page.getByLabel('New password', { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save and continue' });

describe('the first sign-in with an issued password', () => {
  it('asks a customer for a new one, then shows the page they came for', async () => {
    await addCustomer('first@demo.test');
    const page = await watched(openPage(app.url, '/customer/forex'));
    await page.waitForURL(/\/login/);
    await fillLogin(page, 'first@demo.test', ISSUED);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await heading(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/customer/forex');
    await page.reload();
    await heading(page).waitFor();

    const met = page.getByText('(done)');
    await newPassword(page).fill('first day');
    await expect.poll(() => met.count()).toBe(0);
    await newPassword(page).fill('short');
    await expect.poll(() => met.count()).toBe(1);
    await save(page).click();
    await page.getByText('Use at least 12 characters', { exact: true }).waitFor();
    await expect.poll(() => newPassword(page).inputValue()).toBe('short');
    await newPassword(page).fill(ISSUED);
    await save(page).click();
    await page.getByText('Choose a password other than the one you were given').waitFor();
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect.poll(() => newPassword(page).getAttribute('type')).toBe('text');
    await newPassword(page).fill(CHOSEN);
    await expect.poll(() => met.count()).toBe(2);
    await save(page).click();
    await page.getByRole('heading', { level: 1, name: 'Forex' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/customer/forex');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Forex' }).waitFor();
  });

  it('asks an educator for a new password, with the keyboard alone', async () => {
    await issueEducatorPassword('educator7@demo.test');
    const page = await watched(openPage(app.url, '/chartlark-staff'));
    const { press, expectFocus, tabTo, type } = createKeyboard(page);
    await tabTo(page.getByLabel('Email'));
    await type('educator7@demo.test');
    await tabTo(page.getByLabel('Password', { exact: true }));
    await type(ISSUED);
    await press('Enter');
    await expect
      .poll(() => heading(page).evaluate((element) => element === document.activeElement))
      .toBe(true);
    await tabTo(newPassword(page));
    await type('password1234');
    await press('Enter');
    await page.getByText('This password is easy to guess.').waitFor();
    await expectFocus(newPassword(page));
    await press('ControlOrMeta+A');
    await type(CHOSEN);
    await tabTo(save(page));
    await press('Enter');
    await page.getByText('Publish ideas and track them to the close').waitFor();
    expect(new URL(page.url()).pathname).toBe('/educator/dashboard');
  });

  it('asks for the issued password too when the sign-in was more than ten minutes ago', async () => {
    const { id } = await addCustomer('late@demo.test');
    const page = await watched(openPage(app.url, '/login'));
    await fillLogin(page, 'late@demo.test', ISSUED);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await heading(page).waitFor();
    expect(await findViolations(page)).toEqual([]);
    const authenticatedAt = new Date(Date.now() - 11 * 60_000);
    await app.database.db.update(sessions).set({ authenticatedAt }).where(eq(sessions.userId, id));
    await newPassword(page).fill(CHOSEN);
    await save(page).click();
    await page.getByText('Please confirm your password to continue.').waitFor();
    const current = page.getByLabel('Current password', { exact: true });
    await createKeyboard(page).expectFocus(current);
    await current.fill(ISSUED);
    await save(page).click();
    await page.waitForURL('**/customer/dashboard');
    await heading(page).waitFor({ state: 'detached' });
  });

  it('lets a person log out instead of changing the password', async () => {
    await addCustomer('away@demo.test');
    const page = await watched(openPage(app.url, '/login'));
    await fillLogin(page, 'away@demo.test', ISSUED);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor();
  });
});
