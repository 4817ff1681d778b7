import { type Locator, page } from 'vitest/browser';
import type { User } from '../../contract/account/auth.ts';
import { listPasskeys } from '../../contract/account/passkeys.ts';
import { FakeAccessTokens } from './fake-access-tokens.ts';
import { FakeAccount } from './fake-account.ts';
import { FakeIdeas } from './fake-ideas.ts';
import { FakeOwnData } from './fake-own-data.ts';
import { openApp, server } from './open-app.tsx';
import { expectShown } from './page.ts';

/** What tests of the dialog "Security" read and press. */
export const security = (): Locator => page.getByRole('dialog', { name: 'Security' });
export const account = (): Locator => page.getByRole('button', { name: 'Your account' });
export const sessionRows = (): Locator =>
  security().getByRole('list', { name: 'Devices' }).getByRole('listitem');
export const activityRows = (): Locator =>
  security().getByRole('list', { name: 'Recent activity' }).getByRole('listitem');
export const currentPassword = (): Locator => security().getByLabelText('Current password', { exact: true });
export const newPassword = (): Locator => security().getByLabelText('New password', { exact: true });
export const changeButton = (): Locator => security().getByRole('button', { name: 'Change password' });
export const confirmedPassword = (): Locator => security().getByLabelText('Confirm your password');

/** An account with its data and without passkeys. */
export const fakeAccount = (user: User): FakeAccount => {
  new FakeIdeas(server());
  const own = new FakeAccount(server(), user);
  own.on(listPasskeys, () => []);
  new FakeOwnData(own);
  new FakeAccessTokens(own);
  return own;
};

export const openSecurity = async (): Promise<void> => {
  await account().click();
  await page.getByRole('menuitem', { name: 'Security' }).click();
  await expectShown(security().getByText('This device'));
};

/** Opens the dialog on the person's home page. */
export const visitSecurity = async (user: User): Promise<void> => {
  await openApp(user.role === 'educator' ? '/educator/dashboard' : '/customer/dashboard', { as: user });
  await openSecurity();
};
