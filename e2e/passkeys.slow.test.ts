import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLinkUrl } from '../server/account/links/account-links.ts';
import { passkeys, sessions } from '../server/database/schema.ts';
import { createTestLink } from '../server/testing/account-links.ts';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { createKeyboard } from './keyboard.ts';
import { openPage, setUpPeople, signInCustomer, signInEducator, withoutDelays } from './people.ts';
import {
  addDevice,
  addPasskey,
  type Device,
  openSecurity,
  passkeyButton,
  signOutWithPasskey,
} from './virtual-authenticator.ts';

/** Passkeys by Chromium's virtual authenticator. They work on localhost, and not at an IP address. */
let app: TestApp;
let url: string;

beforeAll(async () => {
  app = await startApp();
  url = app.url.replace('127.0.0.1', 'localhost');
});
afterAll(() => app.close());
beforeEach(() => app.database.db.delete(passkeys));

const watched = setUpPeople();

const closeSecurity = async (page: Page) => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Security' }).waitFor({ state: 'detached' });
};

/** A person with a passkey who has just signed out. */
const signedOutWithPasskey = async (signIn = signInCustomer): Promise<{ page: Page; device: Device }> => {
  const page = await watched(signIn(url, withoutDelays));
  return { page, device: await signOutWithPasskey(page) };
};
const authenticateLongAgo = () =>
  app.database.db.update(sessions).set({ authenticatedAt: new Date(Date.now() - 11 * 60_000) });

describe('an invitation accepted with a passkey', () => {
  it('creates an account without a password, which can be set later', async () => {
    const path = createLinkUrl(
      { baseUrl: url, port: 0 },
      'invitation',
      await createTestLink(app, 'invitation'),
    );
    const page = await watched(openPage(url, path));
    await addDevice(page);
    const use = page.getByRole('button', { name: 'Use a passkey instead of a password' });
    await use.click();
    await page.getByText('First name is required').waitFor();
    await page.getByText('Accept the terms to continue').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('First name').fill('Ann');
    await page.getByLabel('Last name').fill('Lee');
    await page.getByRole('checkbox', { name: /I accept/ }).check();
    await use.click();
    await page.waitForURL(`${url}/customer/dashboard`);
    const dialog = await openSecurity(page);
    await dialog.getByText('You sign in with a passkey.').waitFor();
    await dialog.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page
      .getByRole('region', { name: 'Messages' })
      .getByText('Set a password before you remove your last passkey.')
      .waitFor();
    await authenticateLongAgo();
    await dialog.getByLabel('New password', { exact: true }).fill('seven larks above the mill');
    await dialog.getByRole('button', { name: 'Set password' }).click();
    await dialog.getByText('This change needs your passkey once more.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await dialog.getByLabel('Current password').waitFor();
  });
});

describe('signing in with a passkey', () => {
  it('signs in on the educator login', async () => {
    const { page } = await signedOutWithPasskey((base, options) => signInEducator(base, '1', options));
    await page.goto(`${url}/chartlark-staff`);
    await passkeyButton(page).click();
    await page.waitForURL(`${url}/educator/dashboard`);
  });

  it('works by keyboard alone, and the login stays accessible', async () => {
    const { page } = await signedOutWithPasskey();
    await passkeyButton(page).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await createKeyboard(page).use(passkeyButton(page));
    await page.waitForURL(`${url}/customer/dashboard`);
  });

  it('offers a passkey in the autofill of the email field, where the browser has that', async () => {
    const page = await watched(signInCustomer(url, withoutDelays));
    await addDevice(page);
    await addPasskey(page);
    // The virtual authenticator chooses the passkey as soon as the field offers it.
    await closeSecurity(page);
    const signedIn = page.waitForResponse('**/api/auth/passkeys/sign-in');
    await page.getByRole('button', { name: 'Logout' }).click();
    expect((await signedIn).status()).toBe(200);
    await page.waitForURL(`${url}/customer/dashboard`);
  });
});

describe('the passkeys in Security', () => {
  it('adds, renames and removes passkeys by keyboard alone (§4.32)', async () => {
    const page = await watched(signInCustomer(url));
    await addDevice(page);
    const dialog = await openSecurity(page);
    await dialog.getByText('A passkey lets you sign in with your fingerprint').waitFor();
    const { expectFocus, press, type, use } = createKeyboard(page);
    const add = dialog.getByRole('button', { name: 'Add a passkey' });
    await use(add);
    await dialog.getByText('Not used yet · This device only').waitFor();
    await expectFocus(add);
    expect(await findViolations(page)).toEqual([]);

    await use(dialog.getByRole('button', { name: 'Rename Chrome on Linux' }));
    const name = dialog.getByLabel('Name of the passkey');
    await expectFocus(name);
    await press('ControlOrMeta+A');
    await type('   ');
    await press('Enter');
    await dialog.getByText('Name is required').waitFor();
    await press('ControlOrMeta+A');
    await type('My laptop');
    await press('Enter');
    await name.waitFor({ state: 'detached' });

    await use(dialog.getByRole('button', { name: 'Remove My laptop' }));
    const question = page.getByRole('alertdialog', { name: 'Remove this passkey?' });
    await use(question.getByRole('button', { name: 'Remove' }));
    await dialog.getByText('A passkey lets you sign in with your fingerprint').waitFor();
    await question.waitFor({ state: 'detached' });
    await expect
      .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
      .toBe(true);
    await expect.poll(() => app.database.db.select().from(passkeys)).toEqual([]);
  });

  it('takes a passkey off the list that another device has removed', async () => {
    const page = await watched(signInCustomer(url));
    await addDevice(page);
    const dialog = await openSecurity(page);
    await dialog.getByRole('button', { name: 'Add a passkey' }).click();
    await dialog.getByText('Not used yet · This device only').waitFor();
    await app.database.db.delete(passkeys);
    await dialog.getByRole('button', { name: 'Remove Chrome on Linux' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await dialog.getByText('A passkey lets you sign in with your fingerprint').waitFor();
  });

  it('refuses a second passkey on one device, with a sentence', async () => {
    const page = await watched(signInCustomer(url));
    await addDevice(page);
    const dialog = await addPasskey(page);
    await dialog.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('This device already has a passkey for your account.').first().waitFor();
  });

  it('confirms a change by a passkey ten minutes after the sign-in, instead of the password (§4.33)', async () => {
    const page = await watched(signInCustomer(url));
    const device = await addDevice(page);
    const dialog = await addPasskey(page);
    await authenticateLongAgo();
    await dialog.getByRole('button', { name: 'Remove Chrome on Linux' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    const confirm = dialog.getByRole('button', { name: 'Use a passkey' });
    await confirm.waitFor();
    expect(await findViolations(page)).toEqual([]);

    await device.setAccepts(false);
    const asked = page.waitForResponse('**/api/auth/passkeys/confirm-options');
    await confirm.click();
    await asked;
    await page.locator('button[aria-busy]').waitFor({ state: 'detached' });
    await expect.poll(() => dialog.getByRole('alert').count()).toBe(0);

    await device.setAccepts(true);
    await confirm.click();
    await dialog.getByText('A passkey lets you sign in with your fingerprint').waitFor();
    await expect.poll(() => app.database.db.select().from(passkeys)).toEqual([]);
  });

  it('adds a passkey after the password was given again', async () => {
    const page = await watched(signInCustomer(url));
    await addDevice(page);
    const dialog = await openSecurity(page);
    await authenticateLongAgo();
    await dialog.getByRole('button', { name: 'Add a passkey' }).click();
    const password = dialog.getByLabel('Confirm your password');
    await password.fill('learn-to-trade');
    await expect.poll(() => dialog.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0);
    await password.press('Enter');
    await dialog.getByText('Not used yet · This device only').waitFor();
  });
});
