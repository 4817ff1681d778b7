import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { confirmTimeCode } from '../contract/second-factor.ts';
import { timeCodes } from '../server/database/schema.ts';
import { readTimeCode } from '../server/testing/time-code.ts';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { download } from './downloads.ts';
import { loseAnswer } from './held-calls.ts';
import { fillLogin, openPage, setUpPeople } from './people.ts';
import { addDevice } from './virtual-authenticator.ts';

/** Educators' codes from an authenticator app, from Security to the login. */
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

/** Scans the secret, and gives the code that the app shows. */
const setUp = async (page: Page | Locator, slowDown: () => Promise<unknown> = async () => {}) => {
  const secret = await scan(page);
  await code(page).fill('000000');
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText("That code isn't right.").waitFor();
  await slowDown();
  await switchOn(page, secret);
  const password = page.getByLabel('Confirm your password', { exact: true });
  const done = page.getByRole('region', { name: 'Recovery codes' });
  await password.or(done).waitFor();
  if (await password.isVisible()) {
    await password.fill('teach-to-trade');
    await password.press('Enter');
  }
  await done.waitFor();
};

describe('codes from an app', () => {
  it('switches codes on in Security, asks for them at the login, and switches them off', async () => {
    const page = await openLogin(app.url);
    await submit(page);
    await page.waitForURL('**/educator/dashboard');
    await openSecurity(page);
    const dialog = security(page);
    // Installing an app takes longer than a password counts.
    const age = (time: string) =>
      app.database.pool.query(`update sessions set authenticated_at = now() - interval '${time}'`);
    await dialog.getByRole('button', { name: 'Use an app' }).click();
    await code(page).fill('000000');
    await age('11 minutes');
    await dialog.getByRole('button', { name: 'Switch on' }).click();
    await dialog.getByLabel('Confirm your password').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).first().click();
    await dialog.getByRole('button', { name: 'Use an app' }).waitFor();
    await expect.poll(() => dialog.getByLabel('Confirm your password').count()).toBe(0);
    await age('0 minutes');
    await setUp(dialog, () => age('11 minutes'));
    expect(await findViolations(page)).toEqual([]);
    const file = await download(page, dialog.getByRole('button', { name: 'Download' }));
    expect(file.name).toBe('recovery-codes.txt');
    const recoveryCodes = file.content.trim().split('\n');
    expect(recoveryCodes).toHaveLength(10);
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await dialog.getByText('Recovery codes left: 10.').waitFor();

    const other = await openLogin(app.url);
    await submit(other);
    await expect.poll(() => code(other).evaluate((input) => input === document.activeElement)).toBe(true);
    await expect.poll(() => other.getByRole('alert').count()).toBe(0);
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
    await dialog.getByRole('button', { name: 'New recovery codes' }).click();
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await dialog.getByText('Recovery codes left: 10.').waitFor();
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await dialog.getByRole('button', { name: 'Use an app' }).waitFor();
  });

  it('offers new recovery codes when the first were not shown, and keeps them until they are saved', async () => {
    const page = await openLogin(app.url);
    await submit(page);
    const dialog = security(page);
    await openSecurity(page);
    await loseAnswer(page, `**${confirmTimeCode.path}`, confirmTimeCode.method);
    await switchOn(dialog, await scan(dialog));
    await dialog.getByText("We couldn't show you your newest recovery codes.").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'New recovery codes' }).click();
    const codes = dialog.getByRole('region', { name: 'Recovery codes' });
    await codes.waitFor();
    const shown = await codes.getByRole('listitem').allInnerTexts();
    expect(shown).toHaveLength(10);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await openSecurity(page);
    await expect.poll(() => codes.getByRole('listitem').allInnerTexts()).toEqual(shown);
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await dialog.getByText('Recovery codes left: 10.').waitFor();
  });

  it('does not show recovery codes that arrive after somebody else has signed in', async () => {
    const page = await openLogin(app.url);
    await submit(page);
    await openSecurity(page);
    const answered = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    await page.route(`**${confirmTimeCode.path}`, async (route) => {
      const response = await route.fetch();
      answered.resolve();
      await released.promise;
      await route.fulfill({ response });
      arrived.resolve();
    });
    await switchOn(security(page), await scan(security(page)));
    await answered.promise;
    await page.keyboard.press('Escape');
    await security(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    // Without loading the page again.
    await page.evaluate(() => history.pushState(null, '', '/chartlark-staff'));
    await page.getByRole('button', { name: 'Access Educator Portal' }).waitFor();
    await fillLogin(page, 'educator3@demo.test', 'teach-to-trade');
    await submit(page);
    await page.waitForURL('**/educator/dashboard');
    released.resolve();
    await arrived.promise;
    await openSecurity(page);
    const codes = security(page).getByRole('region', { name: 'Recovery codes' });
    const start = security(page).getByRole('button', { name: 'Use an app' });
    await start.or(codes).waitFor();
    await expect.poll(() => codes.count()).toBe(0);
    await start.waitFor();
  });

  it('asks for codes before everything else where the operator requires a second factor', async () => {
    const page = await openLogin(strict.url);
    await submit(page);
    await page.getByRole('heading', { level: 1, name: 'Add a second factor' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.goto('/educator/ideas');
    await page.getByRole('heading', { level: 1, name: 'Add a second factor' }).waitFor();
    await setUp(page);
    // Another tab tells this one that nothing is missing any more.
    const other = await page.context().newPage();
    await other.goto('/educator/ideas');
    await other.getByRole('heading', { level: 1, name: 'My Trade Ideas' }).waitFor();
    await expect
      .poll(() =>
        page.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? '{}').mustAddSecondFactor),
      )
      .toBeFalsy();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByRole('heading', { level: 1, name: 'My Trade Ideas' }).waitFor();
    await openSecurity(page);
    await security(page).getByRole('button', { name: 'Switch off' }).click();
    // A user that is read as it was before would have the toast say that the password is enough, and nothing ask again.
    await page
      .getByRole('dialog')
      .filter({ hasText: 'Codes switched off', hasNotText: 'Your password is enough' })
      .waitFor();
    for (const tab of [page, other])
      await tab.getByRole('heading', { level: 1, name: 'Add a second factor' }).waitFor();
  });

  it('takes a passkey as the second factor the operator requires, and asks again once it is removed', async () => {
    const page = await openLogin(strict.url.replace('127.0.0.1', 'localhost'));
    await addDevice(page);
    await submit(page);
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
