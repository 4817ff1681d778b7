import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { holdCalls } from './held-calls.ts';
import { createKeyboard } from './keyboard.ts';
import { BLANK_PATH, setUpPeople, signInEducator, withAnimations } from './people.ts';
import { openProfile, selectProfile, waitForValue } from './profile-page.ts';

/** SPEC §2: the profile dialog in the educator's navigation. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();

describe("the profile dialog in the educator's header", () => {
  const openDialog = async (page: Page) => {
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Name and bio' }).click();
    const dialog = page.getByRole('dialog', { name: 'Profile', exact: true });
    await dialog.getByLabel('Name').waitFor();
    return dialog;
  };
  const nameOfEducator = async (id: string) =>
    (await app.database.pool.query('select full_name from users where educator_id = $1', [id])).rows[0]
      .full_name;

  it('shows name, title Educator and bio, and saves them to the profile (§2.24)', async () => {
    const page = await watched(signInEducator(app.url, '5', withAnimations));
    const dialog = await openDialog(page);
    await dialog.getByText('Educator', { exact: true }).waitFor();
    await expect.poll(() => dialog.getByLabel('Name').getAttribute('maxlength')).toBe('100');
    await dialog.getByLabel('Name').fill('  Robin of the Reeds ');
    await dialog.getByLabel('Bio').fill('y'.repeat(1100));
    await dialog.getByText('1000 / 1000').waitFor();
    await dialog.getByRole('button', { name: 'Save Profile' }).click();
    await page.getByText('Profile updated', { exact: true }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => selectProfile(app, 'educator5@demo.test'))
      .toMatchObject({
        display_name: 'Robin of the Reeds',
        bio: 'y'.repeat(1000),
      });
    await expect.poll(() => nameOfEducator('5')).toBe('Robin of the Reeds');
    await openProfile(page, '/educator/profile');
    await waitForValue(page, 'Display name', 'Robin of the Reeds');
  });

  it('works with the keyboard alone, and keeps a draft after Escape and a reload until it is discarded', async () => {
    const page = await watched(signInEducator(app.url, '6', withAnimations));
    const { press, expectFocus, tabTo, type, use } = createKeyboard(page);
    const account = page.getByRole('button', { name: 'Your account' });
    await use(account);
    await expectFocus(page.getByRole('menuitem', { name: 'Name and bio' }));
    await press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Profile', exact: true });
    const [name, bio] = [dialog.getByLabel('Name'), dialog.getByLabel('Bio')];
    await name.waitFor();
    const before = [await name.inputValue(), await bio.inputValue()];
    await tabTo(bio);
    await press('ControlOrMeta+A');
    await type('By keys');
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(account);
    await page.reload();
    await use(account);
    await expectFocus(page.getByRole('menuitem', { name: 'Name and bio' }));
    await press('Enter');
    await expect.poll(() => bio.inputValue()).toBe('By keys');
    await use(dialog.getByRole('button', { name: 'Discard changes' }));
    await expect.poll(() => bio.inputValue()).toBe(before[1]);
    await expect.poll(() => name.inputValue()).toBe(before[0]);
    await tabTo(name, 'back');
    await press('ControlOrMeta+A');
    await type('Sent with Enter');
    await press('Enter');
    await page.getByText('Profile updated', { exact: true }).waitFor();
    await expect.poll(() => nameOfEducator('6')).toBe('Sent with Enter');
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(account);
  });

  it('leaves the focus on the button when the page arrives after it was reached', async () => {
    const page = await watched(signInEducator(app.url, '3', { path: BLANK_PATH }));
    const { expectFocus, tabTo, use } = createKeyboard(page);
    let arrive = () => {};
    const arrival = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/educator-dashboard-page-*.js', (route) => arrival.then(() => route.continue()));
    const requested = page.waitForRequest('**/educator-dashboard-page-*.js');
    await page.goto('/educator/ideas');
    await use(page.getByRole('link', { name: 'Dashboard', exact: true }));
    await page.waitForURL('**/educator/dashboard');
    await requested;
    const account = page.getByRole('button', { name: 'Your account' });
    await tabTo(account);
    arrive();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await expectFocus(account);
    // Without a press since the navigation, the heading gets the focus.
    await use(page.getByRole('banner').getByRole('link', { name: 'My Trade Ideas', exact: true }));
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('My Trade Ideas');
  });

  it('moves the focus in before the first frame, so that Tab never walks through the page behind', async () => {
    const page = await watched(signInEducator(app.url, '4', withAnimations));
    const { press, expectFocus, use } = createKeyboard(page);
    const account = page.getByRole('button', { name: 'Your account' });
    await use(account);
    await expectFocus(page.getByRole('menuitem', { name: 'Name and bio' }));
    // On a busy machine a frame is drawn late.
    await page.evaluate(() => {
      const { requestAnimationFrame: draw } = window;
      const held: FrameRequestCallback[] = [];
      const release = () => {
        window.requestAnimationFrame = draw;
        for (const run of held) draw(run);
      };
      Object.assign(window, {
        requestAnimationFrame: (run: FrameRequestCallback) => held.push(run),
        release,
      });
    });
    await press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Profile', exact: true });
    await dialog.getByLabel('Name').waitFor();
    for (let stop = 0; stop < 3; stop++) {
      await press('Tab');
      const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement));
      expect(await isInside()).toBe(true);
    }
    await page.evaluate(() => (window as unknown as { release: () => void }).release());
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(account);
  });

  it('keeps what is typed during a slow save, and stays open for it', async () => {
    const page = await watched(signInEducator(app.url, '2', withAnimations));
    const dialog = await openDialog(page);
    const saving = await holdCalls(page, '**/api/user-profiles/*', 'POST', 'PUT');
    await dialog.getByLabel('Bio').fill('Saved first.');
    await dialog.getByRole('button', { name: 'Save Profile' }).click();
    await saving.asked;
    await dialog.getByLabel('Bio').fill('Saved first. Added later.');
    saving.release();
    await page.getByText('Profile updated', { exact: true }).waitFor();
    await expect.poll(() => dialog.getByLabel('Bio').inputValue()).toBe('Saved first. Added later.');
    await dialog.getByRole('button', { name: 'Save Profile' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await selectProfile(app, 'educator2@demo.test')).bio)
      .toBe('Saved first. Added later.');
  });

  it('keeps the input when the server rejects it, and shows the reason in the dialog', async () => {
    const page = await watched(signInEducator(app.url, '7', withAnimations));
    const refused = JSON.stringify({ code: 'DATABASE_UNAVAILABLE', message: 'Failed to update profile' });
    await page.route('**/api/user-profiles/*', (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 503, contentType: 'application/json', body: refused }),
    );
    const dialog = await openDialog(page);
    await dialog.getByLabel('Bio').fill('Written in a storm');
    await dialog.getByRole('button', { name: 'Save Profile' }).click();
    await dialog.getByRole('alert').getByText('Failed to update profile').waitFor();
    await expect.poll(() => dialog.getByLabel('Bio').inputValue()).toBe('Written in a storm');
    await expect.poll(() => page.getByText('Profile updated').count()).toBe(0);
    await page.unroute('**/api/user-profiles/*');
    await dialog.getByRole('button', { name: 'Save Profile' }).click();
    await page.getByText('Profile updated', { exact: true }).waitFor();
    await expect
      .poll(async () => (await selectProfile(app, 'educator7@demo.test')).bio)
      .toBe('Written in a storm');

    await openDialog(page);
    await dialog.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('sessionToken'))).toBeNull();
  });
});
