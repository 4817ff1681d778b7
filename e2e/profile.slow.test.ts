import { afterAll, beforeAll, expect, it } from 'vitest';
import { picture } from '../server/testing/media-files.ts';
import { startApp, type TestApp } from './app.ts';
import { setUpPeople, signInCustomer, signInEducator } from './people.ts';

/** SPEC §3: a profile reaches the database, and other people. The rest is proved by the ui tests of web/account/profile. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();

it('stores an edited profile and shows its picture to customers (§3.8, §3.16)', async () => {
  const page = await watched(signInEducator(app.url, '1', { path: '/educator/profile' }));
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Bio').fill('Written at the desk');
  await page.getByLabel('Add a picture').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await picture(900, 600).png().toBuffer(),
  });
  await page.getByText('Change picture').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const bar = page.getByRole('button', { name: 'Your account' }).locator('img');
  await expect.poll(() => bar.getAttribute('src')).toMatch(/^\/media\/[0-9a-f]{32}\.jpg$/);
  await expect
    .poll(() => bar.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([512, 512]);
  const { rows } = await app.database.pool.query(
    "select bio from user_profiles p join users u on u.id = p.user_id where u.educator_id = '1'",
  );
  expect(rows).toEqual([{ bio: 'Written at the desk' }]);

  const customer = await watched(signInCustomer(app.url, { path: '/customer/forex' }));
  const src = (await bar.getAttribute('src')) ?? '';
  await customer.locator(`article img[src="${src}"]`).first().waitFor({ state: 'attached' });
});
