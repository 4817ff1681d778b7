import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../server/testing/media-files.ts';
import { startApp, type TestApp } from './app.ts';
import { violationsOf } from './axe.ts';
import { signInCustomer, signInEducator, type WatchedPage } from './people.ts';

/** SPEC §2 and §3, the profile page of both roles; DESIGN §14: with one on all devices, and offline. */
let app: TestApp;
const opened: WatchedPage[] = [];

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  for (const { faults } of opened) expect(faults).toEqual([]);
  await Promise.all(opened.map(({ close }) => close()));
  await app.close();
});

const watched = async (person: Promise<WatchedPage>): Promise<Page> => {
  opened.push(await person);
  return (await person).page;
};
const openProfile = async (page: Page, path: string) => {
  await page.goto(path);
  await page.getByRole('button', { name: 'Edit Profile' }).waitFor();
};
const customerAt = async (): Promise<Page> => {
  const page = await watched(signInCustomer(app.url));
  await openProfile(page, '/customer/profile');
  return page;
};
const educatorAt = async (id: string): Promise<Page> => {
  const page = await watched(signInEducator(app.url, id));
  await openProfile(page, '/educator/profile');
  return page;
};
const edit = (page: Page) => page.getByRole('button', { name: 'Edit Profile' }).click();
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Profile saved', { exact: true }).last().waitFor();
  await page.getByText('Your profile has been saved successfully.').last().waitFor();
};
const isSynced = (page: Page) => page.getByText('Saved on this device').waitFor({ state: 'detached' });
const shown = (page: Page, label: string) =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]');
const reads = (page: Page, label: string, text: string) =>
  expect.poll(() => shown(page, label).first().innerText()).toBe(text);
const rowOf = async (email: string) =>
  (
    await app.database.pool.query(
      'select p.* from user_profiles p join users u on u.id = p.user_id where u.email = $1',
      [email],
    )
  ).rows[0];

describe("a customer's profile", () => {
  it('is edited, cancelled and saved; years that are no number become 0', async () => {
    const page = await customerAt();
    expect(await page.getByText('Trading Profile').count()).toBe(0);
    await edit(page);
    const interests = page.getByLabel('Trading Interests');
    expect(await interests.getAttribute('rows')).toBe('2');
    expect(await page.getByLabel('Bio').getAttribute('rows')).toBe('4');
    await interests.fill('never kept');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await reads(page, 'Trading Interests', 'Not set');

    await edit(page);
    await interests.fill('Gold before noon');
    await page.getByLabel('Years of experience').fill('many');
    await page.getByLabel('Bio').fill('x'.repeat(1200));
    await page.getByText('1000 / 1000').waitFor();
    await page.getByLabel('Timezone').selectOption('UTC+8 Singapore');
    await page.getByLabel('Trading style').selectOption('Scalping');
    expect(await violationsOf(page)).toEqual([]);
    await save(page);
    await reads(page, 'Trading Interests', 'Gold before noon');
    await reads(page, 'Years of experience', 'Not set');
    await isSynced(page);
    expect(await rowOf('customer@demo.test')).toMatchObject({
      specialty: 'Gold before noon',
      years_experience: 0,
      timezone: 'UTC+8 Singapore',
      bio: 'x'.repeat(1000),
    });
  });

  it('is kept while it is edited, over a reload, until Save or Cancel', async () => {
    const page = await customerAt();
    const [name, bio] = [page.getByLabel('Display name'), page.getByLabel('Bio')];
    await edit(page);
    await name.fill('Halfway');
    await page.getByLabel('Years of experience').fill('7');
    await page.reload();
    await expect.poll(() => name.inputValue()).toBe('Halfway');
    expect(await page.getByLabel('Years of experience').inputValue()).toBe('7');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Edit Profile' }).waitFor();
    await edit(page);
    expect(await name.inputValue()).not.toBe('Halfway');

    // What another device saves meanwhile stands in the fields nobody touched here.
    const other = await customerAt();
    await edit(other);
    await other.getByLabel('Bio').fill('From the other device');
    await save(other);
    await isSynced(other);
    await name.fill('All the way');
    await page.reload();
    await expect.poll(() => bio.inputValue()).toBe('From the other device');
    await save(page);
    await reads(page, 'Display name', 'All the way');
    await isSynced(page);
    expect(await rowOf('customer@demo.test')).toMatchObject({
      display_name: 'All the way',
      bio: 'From the other device',
    });
    await page.reload();
    await page.getByRole('button', { name: 'Edit Profile' }).waitFor();
  });

  it('leads back to the dashboard, and out', async () => {
    const page = await customerAt();
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.waitForURL('**/customer/dashboard');
    await page.goBack();
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => localStorage.getItem('currentUser'))).toBeNull();
  });
});

describe("an educator's profile", () => {
  it('is reached from the avatar menu and shows the Trading Profile as it is filled in', async () => {
    const page = await watched(signInEducator(app.url, '3'));
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Profile', exact: true }).click();
    await page.getByRole('heading', { name: 'Trading Profile' }).waitFor();
    await reads(page, 'Account Status', 'Active');
    expect(await shown(page, 'Experience').count()).toBe(0);
    await edit(page);
    expect(await page.getByLabel('Specialty').locator('option').allInnerTexts()).toEqual([
      'Not set',
      'Forex Trading',
      'Cryptocurrency',
      'Options Trading',
      'Day Trading',
      'Swing Trading',
      'Technical Analysis',
      'Fundamental Analysis',
    ]);
    await page.getByLabel('Years of experience').fill('99');
    await page.getByLabel('Trading style').selectOption('Swing Trading');
    await page.getByLabel('Display name').fill('Iris of the Swifts');
    await save(page);
    await reads(page, 'Experience', '50 years');
    await reads(page, 'Trading Style', 'Swing Trading');
    await isSynced(page);
    const { rows } = await app.database.pool.query("select full_name from users where educator_id = '3'");
    expect(rows).toEqual([{ full_name: 'Iris of the Swifts' }]);
  });

  it('is on both devices; each keeps what the other changed', async () => {
    const [desk, phone] = [await educatorAt('2'), await educatorAt('2')];
    await edit(desk);
    await desk.getByLabel('Bio').fill('Written at the desk');
    await save(desk);
    await isSynced(desk);
    await edit(phone);
    await phone.getByLabel('Timezone').selectOption('UTC+0 GMT');
    await save(phone);
    await reads(phone, 'Bio', 'Written at the desk');
    await desk.reload();
    await reads(desk, 'Timezone', 'UTC+0 GMT');
    await reads(desk, 'Bio', 'Written at the desk');
  });

  it('saved offline stays on this device, and is sent when the network returns, wherever one is', async () => {
    const [page, other] = [await watched(signInEducator(app.url, '4')), await educatorAt('4')];
    // From the dashboard, so that the way back needs nothing from the network.
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Profile', exact: true }).click();
    await page.getByRole('heading', { name: 'Trading Profile' }).waitFor();
    // The part that draws toasts is loaded ahead.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('toast-host')),
    );
    await page.context().setOffline(true);
    await edit(page);
    await page.getByLabel('Bio').fill('Written in a tunnel');
    await page.getByLabel('Trading style').selectOption('Day Trading');
    await save(page);
    await page.getByText('Saved on this device').waitFor();
    await reads(page, 'Bio', 'Written in a tunnel');
    expect(await rowOf('educator4@demo.test')).toBeUndefined();

    await edit(other);
    await other.getByLabel('Bio').fill('Written under the sky');
    await save(other);
    await isSynced(other);

    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.context().setOffline(false);
    await expect.poll(async () => (await rowOf('educator4@demo.test'))?.trading_style).toBe('Day Trading');
    // The later writer wins, and what gave way is shown, not lost.
    expect((await rowOf('educator4@demo.test')).bio).toBe('Written under the sky');
    await openProfile(page, '/educator/profile');
    await page.getByText('Two devices changed the same').waitFor();
    await page.getByText('Written in a tunnel').waitFor();
    await page.getByRole('button', { name: 'Got it' }).click();
    await page.getByText('Written in a tunnel').waitFor({ state: 'detached' });
  });

  it('has a picture: square, on its cards and in the bar; and none again', async () => {
    const page = await educatorAt('1');
    await edit(page);
    const photo = { name: 'me.png', mimeType: 'image/png', buffer: await picture(900, 600).png().toBuffer() };
    await page.getByLabel('Add a picture').setInputFiles(photo);
    await page.getByText('Change picture').waitFor();
    await save(page);
    const bar = page.getByRole('button', { name: 'Your account' }).locator('img');
    await expect.poll(() => bar.getAttribute('src')).toMatch(/^\/media\/[0-9a-f]{32}\.jpg$/);
    expect(
      await bar.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
    ).toEqual([512, 512]);

    const customer = await watched(signInCustomer(app.url));
    await customer.goto('/customer/forex');
    const src = (await bar.getAttribute('src')) ?? '';
    await customer.locator(`article img[src="${src}"]`).first().waitFor({ state: 'attached' });

    await edit(page);
    const text = { name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('me') };
    await page.getByLabel('Change picture').setInputFiles(text);
    await page.getByText('Please upload only image files').last().waitFor();
    await page.getByRole('button', { name: 'Remove picture' }).click();
    await save(page);
    await bar.waitFor({ state: 'detached' });
    await isSynced(page);
    await page.reload();
    await page.getByRole('button', { name: 'Edit Profile' }).waitFor();
    expect(await bar.count()).toBe(0);
  });
});

describe("the profile dialog of the educator's bar", () => {
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

  it('has a name, the title Educator and a bio, and saves them where the profile page has them', async () => {
    const page = await watched(signInEducator(app.url, '5'));
    const dialog = await openDialog(page);
    await dialog.getByText('Educator', { exact: true }).waitFor();
    expect(await dialog.getByLabel('Name').getAttribute('maxlength')).toBe('100');
    await dialog.getByLabel('Name').fill('  Robin of the Reeds ');
    await dialog.getByLabel('Bio').fill('y'.repeat(1100));
    await dialog.getByText('1000 / 1000').waitFor();
    await dialog.getByRole('button', { name: 'Save Profile' }).click();
    await page.getByText('Profile updated', { exact: true }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await rowOf('educator5@demo.test')).toMatchObject({
      display_name: 'Robin of the Reeds',
      bio: 'y'.repeat(1000),
    });
    expect(await nameOfEducator('5')).toBe('Robin of the Reeds');
    await openProfile(page, '/educator/profile');
    await reads(page, 'Display name', 'Robin of the Reeds');
  });

  it('is used by keyboard alone; what is typed outlives Escape and a reload, until it is discarded', async () => {
    const page = await watched(signInEducator(app.url, '6'));
    await page.getByRole('button', { name: 'Your account' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Name and bio' }).waitFor();
    const entry = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(entry).toBe('Name and bio');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Profile', exact: true });
    const [name, bio] = [dialog.getByLabel('Name'), dialog.getByLabel('Bio')];
    await name.waitFor();
    const before = [await name.inputValue(), await bio.inputValue()];
    while (!(await bio.evaluate((field) => field === document.activeElement)))
      await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Written at the keyboard');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await openDialog(page);
    expect(await bio.inputValue()).toBe('Written at the keyboard');
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    expect([await name.inputValue(), await bio.inputValue()]).toEqual(before);
    await name.fill('Sent with Enter');
    await page.keyboard.press('Enter');
    await page.getByText('Profile updated', { exact: true }).waitFor();
    expect(await nameOfEducator('6')).toBe('Sent with Enter');
  });

  it('keeps what was typed when the server refuses it, and says why where it stands', async () => {
    const page = await watched(signInEducator(app.url, '7'));
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
    expect(await dialog.getByLabel('Bio').inputValue()).toBe('Written in a storm');
    expect(await page.getByText('Profile updated').count()).toBe(0);
    await page.unroute('**/api/user-profiles/*');
    await dialog.getByRole('button', { name: 'Save Profile' }).click();
    await page.getByText('Profile updated', { exact: true }).waitFor();
    expect((await rowOf('educator7@demo.test')).bio).toBe('Written in a storm');

    await openDialog(page);
    await dialog.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => localStorage.getItem('sessionToken'))).toBeNull();
  });
});
