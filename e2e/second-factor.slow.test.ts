import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { timeCodes } from '../server/database/schema.ts';
import { admin } from '../server/testing/admin.ts';
import { readTimeCode } from '../server/testing/time-code.ts';
import { startApp, type TestApp } from './app.ts';
import { download } from './downloads.ts';
import { fillLogin, openPage, setUpPeople } from './people.ts';
import { addDevice } from './virtual-authenticator.ts';

/** Educators' codes from an app and passkeys. What the dialog shows is tested in web/account/security. */
let app: TestApp;
let strict: TestApp;

const EMAIL = 'educator4@demo.test';

beforeAll(async () => {
  app = await startApp();
  strict = await startApp({ settings: { EDUCATOR_SECOND_FACTOR: 'required' } });
});
afterAll(() => Promise.all([app.close(), strict.close()]));
beforeEach(() => app.database.db.delete(timeCodes));

const watched = setUpPeople();

const openLogin = async (url: string): Promise<Page> => {
  const page = await watched(openPage(url, '/chartlark-staff'));
  await fillLogin(page, EMAIL, 'teach-to-trade');
  return page;
};
const submit = (page: Page) => page.getByRole('button', { name: 'Access Educator Portal' }).click();
const code = (page: Page | Locator) => page.getByLabel('Code', { exact: true });

const security = (page: Page) => page.getByRole('dialog', { name: 'Security' });
const openSecurity = async (page: Page) => {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Security' }).click();
};
const scan = async (page: Page | Locator): Promise<string> => {
  await page.getByRole('button', { name: 'Use an app' }).click();
  await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor();
  return (await page.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
};
/** The code is the next one of the app, which is accepted already, so that it does not expire on the way. */
const switchOn = async (page: Page | Locator, secret: string) => {
  await code(page).fill(readTimeCode(secret, Date.now() + 30_000));
  await page.getByRole('button', { name: 'Switch on' }).click();
};

describe('codes from an app', () => {
  it('switches codes on in Security, asks for them at the login, and switches them off', async () => {
    const page = await openLogin(app.url);
    await submit(page);
    await page.waitForURL('**/educator/dashboard');
    await openSecurity(page);
    const dialog = security(page);
    await switchOn(dialog, await scan(dialog));
    const file = await download(page, dialog.getByRole('button', { name: 'Download' }));
    expect(file.name).toBe('recovery-codes.txt');
    const recoveryCodes = file.content.trim().split('\n');
    expect(recoveryCodes).toHaveLength(10);
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await dialog.getByText('Recovery codes left: 10.').waitFor();

    const other = await openLogin(app.url);
    await submit(other);
    await code(other).fill('not a code');
    await submit(other);
    await other.getByRole('alert').getByText("That code isn't right.").waitFor();
    await code(other).fill(recoveryCodes[0] ?? '');
    await submit(other);
    await other.waitForURL('**/educator/dashboard');

    await page.reload();
    await openSecurity(page);
    await dialog.getByText('Recovery codes left: 9.').waitFor();
    await dialog.getByText('Right password, wrong code').waitFor();
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await dialog.getByRole('button', { name: 'Use an app' }).waitFor();
  });

  it('takes a passkey as the second factor the operator requires, and asks again once it is removed', async () => {
    const url = strict.url.replace('127.0.0.1', 'localhost');
    const refused = await openLogin(url);
    await submit(refused);
    await refused.getByText('Ask your operator for a link').waitFor();
    const printed = await admin(['educators', 'enrol', '4'], { DATABASE_URL: strict.connectionString });
    const token = /#(\S+)/.exec(printed.out)?.[1];
    const page = await watched(openPage(url, `/invitation#${token}`));
    await addDevice(page);
    await page.getByLabel('Password', { exact: true }).fill('seven larks above the mill');
    await page.getByRole('checkbox', { name: /I accept/ }).check();
    await page.getByRole('button', { name: 'Create account' }).click();
    const missing = page.getByRole('heading', { level: 1, name: 'Add a second factor' });
    await missing.waitFor();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    // A refused list would have the page ask too.
    await page.route(
      ({ pathname }) => pathname.startsWith('/api/') && !pathname.startsWith('/api/auth/'),
      (route) => route.abort(),
    );
    await openSecurity(page);
    await security(page)
      .getByRole('button', { name: /^Remove/ })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await missing.waitFor();
  });
});
