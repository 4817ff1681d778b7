import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { waitForToast } from './people.ts';

export const openProfile = async (page: Page, path: string) => {
  await page.goto(path);
  await page.getByRole('button', { name: 'Edit Profile' }).waitFor();
};
export const edit = (page: Page) => page.getByRole('button', { name: 'Edit Profile' }).click();
export const save = async (page: Page) => {
  await Promise.all([
    waitForToast(page, 'Profile saved', 'Your profile has been saved successfully.'),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
};
export const waitUntilSynced = (page: Page) =>
  page.getByText('Saved on this device').waitFor({ state: 'detached' });
export const getShownValue = (page: Page, label: string) =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]');
export const waitForValue = (page: Page, label: string, text: string) =>
  expect.poll(() => getShownValue(page, label).innerText()).toBe(text);
/** The stored profile of a user. */
export const selectProfile = async ({ database }: TestApp, email: string) =>
  (
    await database.pool.query(
      'select p.* from user_profiles p join users u on u.id = p.user_id where u.email = $1',
      [email],
    )
  ).rows[0];
