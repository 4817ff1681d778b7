import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changePassword, confirmPassword } from '../contract/account.ts';
import { sessions } from '../server/database/schema.ts';
import { passwordHasher } from '../server/users/password-hashing.ts';
import { addUser } from '../server/users/users-service.ts';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { download } from './downloads.ts';
import { holdCalls, loseAnswer } from './held-calls.ts';
import { fillLogin, openPage, setUpPeople, signInEducator } from './people.ts';

/** What people see and do about their own account: its activity, a file of their data, its end. */
let app: TestApp;
let email: string;
let count = 0;

const PASSWORD = 'entirely of my own choice';

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  email = `own-${++count}@demo.test`;
  await addUser(app.database.db, {
    role: 'customer',
    email,
    firstName: 'Own',
    lastName: 'Account',
    passwordHash: await passwordHasher.hash(PASSWORD),
  });
});

const watched = setUpPeople();

/** A browser in which the person signs in for the first time. */
const signIn = async (): Promise<Page> => {
  const page = await watched(openPage(app.url, '/login'));
  await fillLogin(page, email, PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/customer/dashboard');
  return page;
};
const openSecurity = async (page: Page) => {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Security' }).click();
  const dialog = page.getByRole('dialog', { name: 'Security' });
  await dialog.getByText('This device').waitFor();
  return dialog;
};
const ageSessions = () =>
  app.database.db.update(sessions).set({ authenticatedAt: new Date(Date.now() - 11 * 60_000) });

describe('the recent activity', () => {
  it('names a sign-in from a new browser; the owner ends it, and chooses a new password', async () => {
    const [here, there] = [await signIn(), await signIn()];
    const dialog = await openSecurity(here);
    const entries = dialog.getByRole('list', { name: 'Recent activity' }).getByRole('listitem');
    await entries.filter({ hasText: 'Signed in from a new browser' }).nth(1).waitFor();
    expect(await findViolations(here)).toEqual([]);
    await entries.nth(0).getByRole('button', { name: "This wasn't me" }).click();
    await there.waitForURL(/\/login/);
    await dialog.getByText('Your other devices are signed out. Choose a new password').waitFor();
    const current = dialog.getByLabel('Current password', { exact: true });
    await expect.poll(() => current.evaluate((input) => input === document.activeElement)).toBe(true);
    await current.fill(PASSWORD);
    await dialog.getByLabel('New password', { exact: true }).fill('another one nobody knows');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await here.getByRole('heading', { name: 'Password changed' }).waitFor();
    await dialog
      .getByText('Your other devices are signed out. Choose a new password')
      .waitFor({ state: 'detached' });
    await entries.filter({ hasText: 'Password changed' }).waitFor();
  });

  it('shows the whole recent activity on request', async () => {
    const page = await signIn();
    await app.database.pool.query(
      `insert into auth_events (kind, email, user_id, address, attempts)
       select 'sign_in_refused', email, id, '203.0.113.7', 3 from users, generate_series(1, 8) where email = $1`,
      [email],
    );
    const dialog = await openSecurity(page);
    const entries = dialog.getByRole('list', { name: 'Recent activity' }).getByRole('listitem');
    await expect.poll(() => entries.count()).toBe(5);
    await entries.filter({ hasText: '(3 times)' }).nth(4).waitFor();
    await dialog.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => entries.count()).toBe(9);
  });
});

it('changes a password again when the first answer was lost', async () => {
  const page = await signIn();
  const dialog = await openSecurity(page);
  await loseAnswer(page, `**${changePassword.path}`, changePassword.method);
  await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('New password', { exact: true }).fill('another one nobody knows');
  const change = dialog.getByRole('button', { name: 'Change password' });
  await change.click();
  await dialog.getByText('Network error. Please try again.').waitFor();
  await change.click();
  await page.getByRole('heading', { name: 'Password changed' }).waitFor();
});

describe('the own address', () => {
  it('leaves the focus in the address while a wrong password is answered late', async () => {
    const page = await signIn();
    const dialog = await openSecurity(page);
    const changing = await holdCalls(page, `**${changePassword.path}`, 'PUT', 'POST');
    await dialog.getByLabel('Current password', { exact: true }).fill('not my password');
    await dialog.getByLabel('New password', { exact: true }).fill('another one nobody knows');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await changing.asked;
    const address = dialog.getByLabel('New email');
    await address.click();
    await page.keyboard.type('new@');
    changing.release();
    await dialog.getByText('Incorrect password').waitFor();
    await page.keyboard.type('demo.test');
    await expect.poll(() => address.inputValue()).toBe('new@demo.test');
  });

  it('changes the address at once where the server sends no mail, and refuses a taken one', async () => {
    const page = await signIn();
    const dialog = await openSecurity(page);
    await dialog.getByText(email, { exact: true }).waitFor();
    const change = async (to: string) => {
      await dialog.getByLabel('New email').fill(to);
      await dialog.getByRole('button', { name: 'Change email' }).click();
    };
    await change('customer@demo.test');
    await dialog.getByText("This address can't be used").waitFor();
    await change(`moved-${email}`);
    await page.getByRole('heading', { name: 'Email changed' }).waitFor();
    await dialog.getByText(`moved-${email}`, { exact: true }).waitFor();
  });
});

describe('the own data', () => {
  it('downloads the own data, after the password is given again', async () => {
    const page = await signIn();
    await ageSessions();
    const dialog = await openSecurity(page);
    await dialog.getByRole('button', { name: 'Download my data' }).click();
    await dialog.getByLabel('Confirm your password').fill(PASSWORD);
    const file = await download(page, dialog.getByRole('button', { name: 'Confirm', exact: true }));
    expect(file.name).toBe('my-data.json');
    expect(JSON.parse(file.content)).toMatchObject({ person: { email, first_name: 'Own' } });
  });

  it('deletes the own data with the account, after asking twice', async () => {
    const page = await signIn();
    const dialog = await openSecurity(page);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await dialog.getByRole('button', { name: 'Keep account' }).click();
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await dialog.getByText('are deleted for good').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await page.waitForURL(/\/login/);
    await page.getByRole('heading', { name: 'Account deleted' }).waitFor();
    await expect.poll(() => page.getByText('Your session has ended.').count()).toBe(0);
    await expect
      .poll(
        async () => (await app.database.pool.query('select from users where email = $1', [email])).rowCount,
      )
      .toBe(0);
    await fillLogin(page, email, PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('alert').getByText('Invalid email or password').waitFor();
  });

  it('deletes nothing after the password question was cancelled, also while the password is checked', async () => {
    const page = await signIn();
    await ageSessions();
    const deletions: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'DELETE') deletions.push(request.url());
    });
    const dialog = await openSecurity(page);
    for (const way of ['Cancel', 'Keep account']) {
      await ageSessions();
      await dialog.getByRole('button', { name: 'Delete account' }).click();
      await dialog.getByRole('button', { name: 'Delete for good' }).click();
      await dialog.getByLabel('Confirm your password').fill(PASSWORD);
      const checking = await holdCalls(page, `**${confirmPassword.path}`, 'POST');
      await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
      await checking.asked;
      await dialog.getByRole('button', { name: way, exact: true }).click();
      const checked = page.waitForResponse(`**${confirmPassword.path}`);
      checking.release();
      await checked;
      if (way === 'Cancel') await dialog.getByRole('button', { name: 'Keep account' }).click();
    }
    await download(page, dialog.getByRole('button', { name: 'Download my data' }));
    // Once for each way: the server refused it, because the password was given too long ago.
    expect(deletions).toHaveLength(2);
  });

  it('refers educators to the operator', async () => {
    const dialog = await openSecurity(await watched(signInEducator(app.url)));
    await dialog.getByText('only the operator can export or close').waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Delete account' }).count()).toBe(0);
  });
});
