import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { endAllSessions, endSession } from '../../../contract/account/account.ts';
import { findViolations } from '../../testing/axe.ts';
import { pasteInto } from '../../testing/clipboard.ts';
import type { FakeAccount } from '../../testing/fake-account.ts';
import { expectFocus, press, tabTo, type, use } from '../../testing/keyboard.ts';
import { customer, openApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown, toast } from '../../testing/page.ts';
import {
  account,
  changeButton,
  confirmedPassword,
  currentPassword,
  fakeAccount,
  newPassword,
  security,
  sessionRows,
  visitSecurity,
} from '../../testing/security-dialog.ts';

/** A person's own sessions: seen, ended, and the password behind them changed. */
const NEXT = 'a longer password';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';

let own: FakeAccount;
beforeEach(() => {
  own = fakeAccount(customer);
  own.addSession({ userAgent: IPHONE, address: '203.0.113.7' });
});

const logOut = () => security().getByRole('button', { name: 'Log out', exact: true });
const everywhere = () => security().getByRole('button', { name: 'Log out everywhere' });
const wrongPassword = () => security().getByText('Incorrect password');

describe('the sessions', () => {
  it('are listed, and one is signed out by keyboard alone', async () => {
    await openApp('/customer/dashboard');
    await use(account());
    await expectFocus(page.getByRole('menuitem', { name: 'Profile', exact: true }));
    await press('ArrowDown');
    await expectFocus(page.getByRole('menuitem', { name: 'Security' }));
    await press('Enter');
    await expect.element(sessionRows()).toHaveLength(2);
    const other = sessionRows().filter({ hasText: '203.0.113.7' });
    await expectShown(other.getByText(/iPhone/));
    await expectGone(sessionRows().filter({ hasText: 'This device' }).getByRole('button'));
    await use(logOut());
    await expectGone(other);
    expect(own.sessions.map(({ current }) => current)).toEqual([true]);
    expect(server().callsOf(endSession)).toHaveLength(1);
    // What stood there is gone; the focus is still in the list.
    const list = security().getByRole('list', { name: 'Devices' }).element();
    await expect.poll(() => list.contains(document.activeElement)).toBe(true);
    await press('Escape');
    await expectGone(security());
    await expectFocus(account());
  });

  it('are signed out only after the password was given again, ten minutes after it was (§4.29)', async () => {
    own.isConfirmed = false;
    await visitSecurity(customer);
    await use(everywhere());
    await expectFocus(confirmedPassword());
    await use(security().getByRole('button', { name: 'Cancel' }));
    await expectGone(confirmedPassword());

    await use(logOut());
    await expectFocus(confirmedPassword());
    expect(await findViolations()).toEqual([]);
    await type('a guess');
    await press('Enter');
    await expectShown(wrongPassword());
    await expectFocus(confirmedPassword());
    expect(own.sessions).toHaveLength(2);
    await press('Control+a');
    await type(own.password);
    await press('Enter');
    await expect.element(sessionRows()).toHaveLength(1);
    expect(own.sessions).toHaveLength(1);
    await expectGone(confirmedPassword());
    await expect.poll(() => security().element().contains(document.activeElement)).toBe(true);
  });

  it('are signed out everywhere, this one last and without a word of an ended session', async () => {
    await visitSecurity(customer);
    await everywhere().click();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Login' }));
    expect(location.pathname).toBe('/login');
    await expectGone(page.getByText('Your session has ended.'));
    expect(server().callsOf(endAllSessions)).toHaveLength(1);
    expect(own.sessions).toEqual([]);
    expect(localStorage.getItem('sessionToken')).toBeNull();
  });
});

describe('the password', () => {
  it('is hidden, can be pasted, and its fields are named for password managers', async () => {
    await visitSecurity(customer);
    for (const [field, purpose] of [
      [currentPassword(), 'current-password'],
      [newPassword(), 'new-password'],
    ] as const) {
      await pasteInto(field, ' a pasted passphrase ');
      await expect.element(field).toHaveValue(' a pasted passphrase ');
      await expect.element(field).toHaveAttribute('type', 'password');
      await expect.element(field).toHaveAttribute('autocomplete', purpose);
    }
  });

  it('is changed with the keyboard alone, which ends the other sessions, and a wrong one is reported', async () => {
    const before = own.password;
    await visitSecurity(customer);
    await tabTo(currentPassword());
    await type('a guess');
    await tabTo(newPassword());
    await type(NEXT);
    await use(changeButton());
    await expectShown(wrongPassword());
    await expectFocus(currentPassword());
    expect(own.password).toBe(before);
    await press('Control+a');
    await type(before);
    await press('Enter');
    await expectShown(toast('Password changed'));
    await expect.element(newPassword()).toHaveValue('');
    await expectFocus(currentPassword());
    expect(own.password).toBe(NEXT);
    await expect.element(sessionRows()).toHaveLength(1);
    await type(NEXT);
    await tabTo(newPassword());
    await type(before);
    await use(changeButton());
    await expect.element(newPassword()).toHaveValue('');
    await expectFocus(changeButton());
    expect(own.password).toBe(before);
  });
});
