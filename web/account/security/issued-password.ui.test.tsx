import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { changePassword } from '../../../contract/account/account.ts';
import { currentUser, logout } from '../../../contract/account/auth.ts';
import { findViolations } from '../../testing/axe.ts';
import { Refusal } from '../../testing/fake-api.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { expectFocus, press, tabTo, type } from '../../testing/keyboard.ts';
import { customer, educator, openApp, reloadApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown } from '../../testing/page.ts';

/** The first visit with a password that an operator made. That the server asks for a new one is tested end to end. */
const CHOSEN = 'entirely of my own choice';
const heading = () => page.getByRole('heading', { level: 1, name: 'Choose a new password' });
const newPassword = () => page.getByLabelText('New password', { exact: true });
const save = () => page.getByRole('button', { name: 'Save and continue' });
const refuse = (message: string) => new Refusal('INVALID_REQUEST', { fields: { newPassword: message } });
const issued = { ...customer, mustChangePassword: true };

let isIssued: boolean;
beforeEach(() => {
  isIssued = true;
  new FakeIdeas(server());
  server().on(changePassword, () => {
    isIssued = false;
    return { success: true as const };
  });
  server().on(currentUser, () => ({ ...issued, mustChangePassword: isIssued }));
});

describe('an issued password', () => {
  it('is replaced before the page that a customer came for is shown, also after a reload (§4.28)', async () => {
    await openApp('/customer/forex', { as: issued });
    await expectShown(heading());
    expect(location.pathname).toBe('/customer/forex');
    reloadApp();
    await expectShown(heading());
    await newPassword().fill(CHOSEN);
    await save().click();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Forex' }));
    expect(location.pathname).toBe('/customer/forex');
    expect(
      server()
        .callsOf(changePassword)
        .map(({ body }) => body),
    ).toEqual([{ newPassword: CHOSEN }]);
    reloadApp();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Forex' }));
  });

  it('shows which conditions a new password meets, and what is wrong at the field', async () => {
    await openApp('/customer/forex', { as: issued });
    const met = page.getByText('(done)');
    await newPassword().fill('keller');
    await expectGone(met);
    await newPassword().fill('short');
    await expect.element(met).toHaveLength(1);
    const failing = server().fail(
      changePassword,
      refuse('Choose a password other than the one you were given'),
    );
    await newPassword().fill('kn4u-t8wd-3mxp-cz6r');
    await save().click();
    await expectShown(page.getByText('Choose a password other than the one you were given'));
    await expect.element(newPassword()).toHaveValue('kn4u-t8wd-3mxp-cz6r');
    failing.repair();
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect.element(newPassword()).toHaveAttribute('type', 'text');
    await newPassword().fill(CHOSEN);
    await expect.element(met).toHaveLength(2);
  });

  it('is replaced by an educator with the keyboard alone', async () => {
    const account = { ...educator, mustChangePassword: true };
    server().on(currentUser, () => ({ ...account, mustChangePassword: isIssued }));
    const failing = server().fail(changePassword, refuse('This password is easy to guess.'));
    await openApp('/educator/dashboard', { as: account });
    await expectShown(heading());
    await tabTo(newPassword());
    await type('password1234');
    await press('Enter');
    await expectShown(page.getByText('This password is easy to guess.'));
    await expectFocus(newPassword());
    failing.repair();
    await press('Control+a');
    await type(CHOSEN);
    await tabTo(save());
    await press('Enter');
    await expectShown(page.getByText('Publish ideas and track them to the close'));
    expect(location.pathname).toBe('/educator/dashboard');
  });

  it('is asked for too when the sign-in was more than ten minutes ago', async () => {
    const failing = server().fail(changePassword, new Refusal('REAUTHENTICATION_REQUIRED'));
    await openApp('/customer/dashboard', { as: issued });
    await expectShown(heading());
    expect(await findViolations()).toEqual([]);
    await newPassword().fill(CHOSEN);
    await save().click();
    await expectShown(page.getByText('Please confirm your password to continue.'));
    failing.repair();
    const current = page.getByLabelText('Current password', { exact: true });
    await expectFocus(current);
    await current.fill('kn4u-t8wd-3mxp-cz6r');
    await save().click();
    await expectGone(heading());
    expect(server().callsOf(changePassword).at(-1)?.body).toEqual({
      currentPassword: 'kn4u-t8wd-3mxp-cz6r',
      newPassword: CHOSEN,
    });
    expect(location.pathname).toBe('/customer/dashboard');
  });

  it('can be left by logging out', async () => {
    server().on(logout, () => ({ success: true as const }));
    await openApp('/customer/dashboard', { as: issued });
    await page.getByRole('button', { name: 'Log out' }).click();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Login' }));
    expect(location.pathname).toBe('/login');
    expect(server().callsOf(logout)).toHaveLength(1);
  });
});
