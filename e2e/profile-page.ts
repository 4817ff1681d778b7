import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

export const openProfile = async (page: Page, path: string) => {
  await page.goto(path);
  await page.getByRole('button', { name: 'Edit Profile' }).waitFor();
};
export const edit = (page: Page) => page.getByRole('button', { name: 'Edit Profile' }).click();
export const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Profile saved', { exact: true }).last().waitFor();
  await page.getByText('Your profile has been saved successfully.').last().waitFor();
};
export const isSynced = (page: Page) => page.getByText('Saved on this device').waitFor({ state: 'detached' });
export const shown = (page: Page, label: string) =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]');
export const reads = (page: Page, label: string, text: string) =>
  expect.poll(() => shown(page, label).innerText()).toBe(text);
/** What the server has of a person's profile. */
export const rowOf = async ({ database }: TestApp, email: string) =>
  (
    await database.pool.query(
      'select p.* from user_profiles p join users u on u.id = p.user_id where u.email = $1',
      [email],
    )
  ).rows[0];
