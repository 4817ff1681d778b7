import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture as pictureOf } from '../server/testing/media-files.ts';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { createKeyboard } from './keyboard.ts';
import { setUpPeople, signInCustomer, signInEducator } from './people.ts';
import {
  edit,
  getShownValue,
  openProfile,
  save,
  selectProfile,
  waitForValue,
  waitUntilSynced,
} from './profile-page.ts';

/** SPEC §2 and §3: the profile page of both roles. DESIGN §14: on several devices, and offline. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();
const customerAt = async (): Promise<Page> => {
  const page = await watched(signInCustomer(app.url, { path: '/customer/profile' }));
  await page.getByRole('button', { name: 'Edit Profile' }).waitFor();
  return page;
};
const educatorAt = async (id: string): Promise<Page> => {
  const page = await watched(signInEducator(app.url, id, { path: '/educator/profile' }));
  await page.getByRole('button', { name: 'Edit Profile' }).waitFor();
  return page;
};

describe("a customer's profile", () => {
  it('edits, cancels and saves a profile; years that are no number become 0 (§2.90, §3.15, §4.26, §8.12, §9.6)', async () => {
    const page = await customerAt();
    await expect.poll(() => page.getByText('Trading Profile').count()).toBe(0);
    await edit(page);
    const interests = page.getByLabel('Trading Interests');
    await expect.poll(() => interests.getAttribute('rows')).toBe('2');
    await expect.poll(() => page.getByLabel('Bio').getAttribute('rows')).toBe('4');
    await interests.fill('never kept');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await waitForValue(page, 'Trading Interests', 'Not set');

    await edit(page);
    await interests.fill('Gold before noon');
    await page.getByLabel('Years of experience').fill('many');
    await page.getByLabel('Bio').fill('x'.repeat(1200));
    await page.getByText('1000 / 1000').waitFor();
    await page.getByLabel('Timezone').selectOption('UTC+8 Singapore');
    await page.getByLabel('Trading style').selectOption('Scalping');
    expect(await findViolations(page)).toEqual([]);
    await save(page);
    await waitForValue(page, 'Trading Interests', 'Gold before noon');
    await waitForValue(page, 'Years of experience', 'Not set');
    await waitUntilSynced(page);
    await expect
      .poll(() => selectProfile(app, 'customer@demo.test'))
      .toMatchObject({
        specialty: 'Gold before noon',
        years_experience: 0,
        timezone: 'UTC+8 Singapore',
        bio: 'x'.repeat(1000),
      });
  });

  it('keeps a draft after a reload until Save or Cancel', async () => {
    const page = await customerAt();
    const [name, bio] = [page.getByLabel('Display name'), page.getByLabel('Bio')];
    await edit(page);
    await name.fill('Halfway');
    await page.getByLabel('Years of experience').fill('7');
    await page.reload();
    await expect.poll(() => name.inputValue()).toBe('Halfway');
    await expect.poll(() => page.getByLabel('Years of experience').inputValue()).toBe('7');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Edit Profile' }).waitFor();
    await edit(page);
    await expect.poll(() => name.inputValue()).not.toBe('Halfway');

    // What another device saves meanwhile stands in the fields nobody touched here.
    const other = await customerAt();
    await edit(other);
    await other.getByLabel('Bio').fill('From the other device');
    await save(other);
    await waitUntilSynced(other);
    await name.fill('All the way');
    await page.reload();
    await expect.poll(() => bio.inputValue()).toBe('From the other device');
    await save(page);
    await waitForValue(page, 'Display name', 'All the way');
    await waitUntilSynced(page);
    await expect
      .poll(() => selectProfile(app, 'customer@demo.test'))
      .toMatchObject({
        display_name: 'All the way',
        bio: 'From the other device',
      });
    await page.reload();
    await page.getByRole('button', { name: 'Edit Profile' }).waitFor();
  });

  it('shows a link to the dashboard and Logout (§2.89)', async () => {
    const page = await customerAt();
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.waitForURL('**/customer/dashboard');
    await page.goBack();
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('currentUser'))).toBeNull();
  });
});

describe("an educator's profile", () => {
  it('opens from the avatar menu and shows the Trading Profile once all fields are valid (§2.91)', async () => {
    const page = await watched(signInEducator(app.url, '3'));
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Profile', exact: true }).click();
    await page.getByRole('heading', { name: 'Trading Profile' }).waitFor();
    await waitForValue(page, 'Account Status', 'Active');
    await expect.poll(() => getShownValue(page, 'Experience').count()).toBe(0);
    await edit(page);
    await expect
      .poll(() => page.getByLabel('Specialty').locator('option').allInnerTexts())
      .toEqual([
        'Not set',
        'Forex Trading',
        'Cryptocurrency',
        'Options Trading',
        'Day Trading',
        'Swing Trading',
        'Technical Analysis',
        'Fundamental Analysis',
      ]);
    const years = page.getByLabel('Years of experience');
    await years.fill('51');
    await page.getByLabel('Trading style').selectOption('Swing Trading');
    await page.getByLabel('Display name').fill('Iris of the Swifts');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'a whole number from 0 to 50' }).waitFor();
    await expect.poll(() => years.evaluate((input) => input === document.activeElement)).toBe(true);
    await expect.poll(() => years.inputValue()).toBe('51');
    await years.fill('50');
    await save(page);
    await waitForValue(page, 'Experience', '50 years');
    await waitForValue(page, 'Trading Style', 'Swing Trading');
    await waitUntilSynced(page);
    const { rows } = await app.database.pool.query("select full_name from users where educator_id = '3'");
    expect(rows).toEqual([{ full_name: 'Iris of the Swifts' }]);
  });

  it('scrolls a wrong field out from behind the buttons of a phone', async () => {
    const page = await educatorAt('4');
    await page.setViewportSize({ width: 360, height: 740 });
    await edit(page);
    const years = page.getByLabel('Years of experience');
    await years.fill('51');
    await years.evaluate((input) => scrollBy(0, input.getBoundingClientRect().top - innerHeight + 60));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const isUncovered = () =>
      years.evaluate((input) => {
        const { left, bottom } = input.getBoundingClientRect();
        return document.elementFromPoint(left + 20, bottom - 4) === input;
      });
    await expect.poll(isUncovered).toBe(true);
    await expect.poll(() => years.evaluate((input) => input === document.activeElement)).toBe(true);
  });

  it('keeps the later of two edits on different devices as a whole, and says so', async () => {
    const [desk, phone] = [await educatorAt('2'), await educatorAt('2')];
    await edit(desk);
    await desk.getByLabel('Bio').fill('Written at the desk');
    await save(desk);
    await waitUntilSynced(desk);
    await edit(phone);
    await phone.getByLabel('Timezone').selectOption('UTC+0 GMT');
    await save(phone);
    await phone.getByText('Edited on two devices').waitFor();
    await phone.getByText('We kept the latest edit. If something is missing, add it again.').waitFor();
    await waitForValue(phone, 'Bio', 'Not set');
    await phone.getByRole('button', { name: 'Got it' }).click();
    await phone.getByText('Edited on two devices').waitFor({ state: 'detached' });
    await desk.reload();
    await waitForValue(desk, 'Timezone', 'UTC+0 GMT');
    await waitForValue(desk, 'Bio', 'Not set');
    await expect.poll(() => desk.getByText('Edited on two devices').count()).toBe(0);
  });

  it('saves a profile offline and sends it from any page when the network returns', async () => {
    const [page, other] = [await watched(signInEducator(app.url, '4')), await educatorAt('4')];
    // Starts on the dashboard, so that going back needs no network.
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Profile', exact: true }).click();
    await page.getByRole('heading', { name: 'Trading Profile' }).waitFor();
    // The toasts' code is loaded in advance.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('toast-host')),
    );
    await page.context().setOffline(true);
    await edit(page);
    await page.getByLabel('Bio').fill('Written in a tunnel');
    await page.getByLabel('Trading style').selectOption('Day Trading');
    await save(page);
    await page.getByText('Saved on this device').waitFor();
    await waitForValue(page, 'Bio', 'Written in a tunnel');
    await expect.poll(() => selectProfile(app, 'educator4@demo.test')).toBeUndefined();

    await edit(other);
    await other.getByLabel('Bio').fill('Written under the sky');
    await save(other);
    await waitUntilSynced(other);

    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.context().setOffline(false);
    await openProfile(page, '/educator/profile');
    await page.getByText('Edited on two devices').waitFor();
    await waitForValue(page, 'Bio', 'Written under the sky');
    await expect
      .poll(() => selectProfile(app, 'educator4@demo.test'))
      .toMatchObject({
        bio: 'Written under the sky',
        trading_style: '',
      });

    await page.context().setOffline(true);
    await edit(page);
    await page.getByLabel('Bio').fill('Written in the next tunnel');
    await save(page);
    await page.getByText('Saved on this device').waitFor();
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.context().setOffline(false);
    await expect
      .poll(async () => (await selectProfile(app, 'educator4@demo.test')).bio)
      .toBe('Written in the next tunnel');
  });

  it('shows a square image on cards and in the header, which can be removed', async () => {
    const page = await educatorAt('1');
    await edit(page);
    const photo = {
      name: 'me.png',
      mimeType: 'image/png',
      buffer: await pictureOf(900, 600).png().toBuffer(),
    };
    await page.getByLabel('Add a picture').setInputFiles(photo);
    await page.getByText('Change picture').waitFor();
    await save(page);
    const bar = page.getByRole('button', { name: 'Your account' }).locator('img');
    await expect.poll(() => bar.getAttribute('src')).toMatch(/^\/media\/[0-9a-f]{32}\.jpg$/);
    await expect
      .poll(() => bar.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
      .toEqual([512, 512]);

    const customer = await watched(signInCustomer(app.url, { path: '/customer/forex' }));
    const src = (await bar.getAttribute('src')) ?? '';
    await customer.locator(`article img[src="${src}"]`).first().waitFor({ state: 'attached' });

    await edit(page);
    const text = { name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('me') };
    await page.getByLabel('Change picture').setInputFiles(text);
    const refusal = page.getByRole('main').getByRole('alert').getByText('Please upload only image files');
    await refusal.waitFor();
    await page.getByLabel('Change picture').setInputFiles(photo);
    await refusal.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove picture' }).click();
    await save(page);
    await bar.waitFor({ state: 'detached' });
    await waitUntilSynced(page);
    await page.reload();
    await page.getByRole('button', { name: 'Edit Profile' }).waitFor();
    await expect.poll(() => bar.count()).toBe(0);
  });
});

it('edits a profile with the keyboard alone without losing the focus', async () => {
  const page = await watched(signInCustomer(app.url));
  const { choose, press, expectFocus, tabTo, type, use } = createKeyboard(page);
  await use(page.getByRole('button', { name: 'Your account' }));
  await expectFocus(page.getByRole('menuitem', { name: 'Profile', exact: true }));
  await press('Enter');
  await page.waitForURL('**/customer/profile');

  // Opened and cancelled.
  const editing = page.getByRole('button', { name: 'Edit Profile' });
  const picture = page.locator('input[type=file]');
  await use(editing);
  await expectFocus(picture);
  const bio = page.getByLabel('Bio');
  const before = await bio.inputValue();
  await tabTo(bio);
  await type('never kept');
  await use(page.getByRole('button', { name: 'Cancel' }));
  await expectFocus(editing);
  await waitForValue(page, 'Bio', before || 'Not set');

  // An image added, removed and added again; a list.
  await press('Enter');
  await expectFocus(picture);
  const photo = { name: 'me.png', mimeType: 'image/png', buffer: await pictureOf(200, 200).png().toBuffer() };
  const remove = page.getByRole('button', { name: 'Remove picture' });
  await choose(photo);
  await use(remove);
  await remove.waitFor({ state: 'detached' });
  await expectFocus(picture);
  await choose(photo);
  await remove.waitFor();
  await expectFocus(picture);
  await tabTo(bio);
  await press('ControlOrMeta+A');
  await type('By keys');
  const style = page.getByLabel('Trading style');
  const styleBefore = await style.inputValue();
  await tabTo(style);
  await press('ArrowDown');
  const styleChosen = await style.inputValue();
  expect(styleChosen).not.toBe(styleBefore);
  // Only educators have a public profile.
  await expect.poll(() => page.getByRole('switch', { name: 'Public profile' }).count()).toBe(0);
  await use(page.getByRole('button', { name: 'Save', exact: true }));
  await expectFocus(editing);
  await waitForValue(page, 'Bio', 'By keys');
  await waitForValue(page, 'Trading style', styleChosen);
  await expect.poll(async () => (await selectProfile(app, 'customer@demo.test'))?.bio).toBe('By keys');
  await page.getByRole('button', { name: 'Your account' }).locator('img').waitFor();
  await expectFocus(editing);
});
