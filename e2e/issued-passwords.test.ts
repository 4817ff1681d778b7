import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passwordHasher } from '../server/account/users/password-hashing.ts';
import { addUser } from '../server/account/users/users-service.ts';
import { startApp, type TestApp } from './app.ts';
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

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Choose a new password' });
const newPassword = (page: Page) => page.getByLabel('New password', { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save and continue' });

describe('the first sign-in with an issued password', () => {
  it('asks a customer for a new one, then shows the page they came for (§4.28)', async () => {
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
});
