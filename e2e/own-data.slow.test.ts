import { afterAll, beforeAll, expect, it } from 'vitest';
import { passwordHasher } from '../server/users/password-hashing.ts';
import { addUser } from '../server/users/users-service.ts';
import { startApp, type TestApp } from './app.ts';
import { fillLogin, openPage, setUpPeople } from './people.ts';

/** The end of an account. What the dialog shows is tested in web/features/account-security. */
let app: TestApp;

const PASSWORD = 'entirely of my own choice';

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();

it('deletes the own data with the account', async () => {
  const email = 'own@demo.test';
  const person = { role: 'customer', firstName: 'Own', lastName: 'Account' } as const;
  await addUser(app.database.db, { ...person, email, passwordHash: await passwordHasher.hash(PASSWORD) });
  const page = await watched(openPage(app.url, '/login'));
  await fillLogin(page, email, PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/customer/dashboard');
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Security' }).click();
  const dialog = page.getByRole('dialog', { name: 'Security' });
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await dialog.getByText('are deleted for good').waitFor();
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await page.waitForURL(/\/login/);
  await page.getByRole('heading', { name: 'Account deleted' }).waitFor();
  await expect.poll(() => page.getByText('Your session has ended.').count()).toBe(0);
  await expect
    .poll(async () => (await app.database.pool.query('select from users where email = $1', [email])).rowCount)
    .toBe(0);
  await fillLogin(page, email, PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('alert').getByText('Invalid email or password').waitFor();
});
