import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { setUpPeople, signInCustomer } from './people.ts';

/** Two browsers of one account. What the dialog shows is tested in web/account/security. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();
const customer = () => watched(signInCustomer(app.url));
const openDevices = async (page: Page) => {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Security' }).click();
  const dialog = page.getByRole('dialog', { name: 'Security' });
  await dialog.getByText('This device').waitFor();
  return dialog;
};

const deviceRows = (dialog: Locator) => dialog.getByRole('list', { name: 'Devices' }).getByRole('listitem');

describe('devices and password', () => {
  it('shows where the account is signed in, and signs another device out', async () => {
    const [here, there] = [await customer(), await customer()];
    const dialog = await openDevices(here);
    await deviceRows(dialog).nth(1).waitFor();
    await dialog.getByRole('button', { name: 'Log out', exact: true }).first().click();
    await there.waitForURL(/\/login/);
    await there.getByRole('alert').getByText('Your session has ended. Please sign in again.').waitFor();
    await expect.poll(() => deviceRows(dialog).count()).toBe(1);
  });
});
