import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions } from '../server/database/schema.ts';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { createKeyboard } from './keyboard.ts';
import { pastePassword, setUpPeople, signInCustomer, withClipboard } from './people.ts';

/** A person's own devices: seen, signed out, and the password behind them changed. */
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

  it('hides passwords, takes pasted ones and names the fields for password managers', async () => {
    const dialog = await openDevices(await watched(signInCustomer(app.url, withClipboard)));
    for (const [label, purpose] of [
      ['Current password', 'current-password'],
      ['New password', 'new-password'],
    ] as const) {
      const field = dialog.getByLabel(label, { exact: true });
      await pastePassword(field, ' a pasted passphrase ');
      await expect.poll(() => field.getAttribute('autocomplete')).toBe(purpose);
    }
  });

  it('changes the password, and reports a wrong current password', async () => {
    const here = await customer();
    const dialog = await openDevices(here);
    await dialog.getByLabel('Current password', { exact: true }).fill('a guess');
    await dialog.getByLabel('New password', { exact: true }).fill('a longer password');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.getByText('Incorrect password').waitFor();
    await dialog.getByLabel('Current password', { exact: true }).fill('learn-to-trade');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await here.getByRole('heading', { name: 'Password changed' }).waitFor();
    await dialog.getByLabel('Current password', { exact: true }).fill('a longer password');
    await dialog.getByLabel('New password', { exact: true }).fill('learn-to-trade');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect.poll(() => dialog.getByLabel('New password', { exact: true }).inputValue()).toBe('');
  });

  it('asks for the password again before it signs other devices out, ten minutes after it was given', async () => {
    const [here, there] = [await customer(), await customer()];
    const dialog = await openDevices(here);
    await deviceRows(dialog).nth(1).waitFor();
    const authenticatedAt = new Date(Date.now() - 11 * 60_000);
    await app.database.db.update(sessions).set({ authenticatedAt });
    const { press, expectFocus, tabTo, type, use } = createKeyboard(here);

    const everywhere = dialog.getByRole('button', { name: 'Log out everywhere' });
    await use(everywhere);
    const password = dialog.getByLabel('Confirm your password');
    await expectFocus(password);
    await tabTo(dialog.getByRole('button', { name: 'Cancel' }));
    await press('Enter');
    await password.waitFor({ state: 'detached' });

    const before = await deviceRows(dialog).count();
    await use(dialog.getByRole('button', { name: 'Log out', exact: true }).first());
    await expectFocus(password);
    expect(await findViolations(here)).toEqual([]);
    await type('a guess');
    await press('Enter');
    await dialog.getByText('Incorrect password').waitFor();
    await expectFocus(password);
    await press('ControlOrMeta+A');
    await type('learn-to-trade');
    await press('Enter');
    await there.waitForURL(/\/login/);
    await expect.poll(() => deviceRows(dialog).count()).toBe(before - 1);
    await expect.poll(() => password.count()).toBe(0);
    await expect
      .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
      .toBe(true);

    await use(everywhere);
    await here.waitForURL(/\/login/);
  });

  it('signs out everywhere', async () => {
    const [here, there] = [await customer(), await customer()];
    const dialog = await openDevices(here);
    await dialog.getByRole('button', { name: 'Log out everywhere' }).click();
    await here.waitForURL(/\/login/);
    await there.waitForURL(/\/login/);
    await there.getByRole('alert').getByText('Your session has ended.').waitFor();
    await expect.poll(() => here.getByText('Your session has ended.').count()).toBe(0);
  });

  it('signs out another device and changes the password with the keyboard alone', async () => {
    const page = await customer();
    await customer();
    const { press, expectFocus, tabTo, type, use } = createKeyboard(page);
    const account = page.getByRole('button', { name: 'Your account' });
    await use(account);
    await expectFocus(page.getByRole('menuitem', { name: 'Profile', exact: true }));
    await press('ArrowDown');
    await expectFocus(page.getByRole('menuitem', { name: 'Security' }));
    await press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Security' });
    const devices = deviceRows(dialog);
    await devices.nth(1).waitFor();
    const before = await devices.count();
    await use(dialog.getByRole('button', { name: 'Log out', exact: true }).first());
    await expect.poll(() => devices.count()).toBe(before - 1);
    // What stood there is gone; the focus is still in the list.
    await expect
      .poll(() =>
        dialog
          .getByRole('list', { name: 'Devices' })
          .evaluate((list) => list.contains(document.activeElement)),
      )
      .toBe(true);

    const [current, next] = [
      dialog.getByLabel('Current password', { exact: true }),
      dialog.getByLabel('New password', { exact: true }),
    ];
    await tabTo(current);
    await type('a guess');
    await tabTo(next);
    await type('a longer password');
    const change = dialog.getByRole('button', { name: 'Change password' });
    await use(change);
    await dialog.getByText('Incorrect password').waitFor();
    await expectFocus(current);
    await press('ControlOrMeta+A');
    await type('learn-to-trade');
    await press('Enter');
    await page.getByRole('heading', { name: 'Password changed' }).waitFor();
    await expect.poll(() => next.inputValue()).toBe('');
    await expectFocus(current);
    await type('a longer password');
    await tabTo(next);
    await type('learn-to-trade');
    await use(change);
    await expect.poll(() => next.inputValue()).toBe('');
    await expectFocus(change);
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(account);
  });
});
