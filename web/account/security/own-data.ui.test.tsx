import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { changePassword, confirmPassword, endOtherSessions } from '../../../contract/account/account.ts';
import { changeEmail } from '../../../contract/account/account-links.ts';
import { deleteOwnAccount, exportOwnData } from '../../../contract/account/own-data.ts';
import { listPasskeys, removePasskey } from '../../../contract/account/passkeys.ts';
import { findViolations } from '../../testing/axe.ts';
import { changeConfig } from '../../testing/basic-answers.ts';
import type { FakeAccount } from '../../testing/fake-account.ts';
import { FakeSecondFactor } from '../../testing/fake-second-factor.ts';
import { type } from '../../testing/keyboard.ts';
import { customer, educator, phone, server } from '../../testing/open-app.tsx';
import { expectGone, expectNoOverflow, expectShown, resize, toast } from '../../testing/page.ts';
import { waitForSavedFile } from '../../testing/saved-file.ts';
import {
  activityRows,
  changeButton,
  confirmedPassword,
  currentPassword,
  fakeAccount,
  newPassword,
  security,
  sessionRows,
  visitSecurity,
} from '../../testing/security-dialog.ts';

changeConfig({ mail: true });

/** What people see and do about their own account: its activity, its address, a file of their data, its end. */
const NEXT = 'another one nobody knows';
const LONG = 'an-address-as-long-as-they-come-without-any-place-to-break@department.of.names.example.org';

let own: FakeAccount;
beforeEach(() => {
  own = fakeAccount(customer);
});
const button = (name: string) => security().getByRole('button', { name, exact: true });

describe('the recent activity', () => {
  const disowned = () => security().getByText('Your other devices are logged out. Choose a new password');

  const signInTwice = () => {
    for (const address of ['10.0.0.1', '10.0.0.2']) own.record('sign_in', { address, newBrowser: true });
    own.addSession();
  };

  it('names sign-ins from a new browser', async () => {
    signInTwice();
    await visitSecurity(customer);
    const entries = activityRows().filter({ hasText: 'Signed in from a new browser' });
    await expect.element(entries).toHaveLength(2);
    own.record('sign_in', { address: '10.0.0.1', newBrowser: true });
    await visitSecurity(customer);
    await expectShown(activityRows().filter({ hasText: 'Signed in from a new browser (2 times)' }));
    await expect.element(sessionRows()).toHaveLength(2);
    expect(await findViolations()).toEqual([]);
  });

  it('lets its owner end a sign-in that was not theirs, and choose a new password', async () => {
    signInTwice();
    const at = new Date().toISOString();
    const passkey = { id: 'planted', name: 'Phone', createdAt: at, lastUsedAt: null, backedUp: true };
    const passkeys = [passkey];
    own.on(listPasskeys, () => passkeys);
    own.on(removePasskey, () => {
      passkeys.pop();
      return { success: true as const };
    });
    await visitSecurity(customer);
    await activityRows().first().getByRole('button', { name: "This wasn't me" }).click();
    await expectShown(disowned());
    await expectShown(security().getByText('Passkeys that still sign in: 1.'));
    expect(await findViolations()).toEqual([]);
    await expect.element(sessionRows()).toHaveLength(1);
    expect(server().callsOf(endOtherSessions)).toHaveLength(1);
    expect(own.sessions.map(({ current }) => current)).toEqual([true]);
    await expect.element(currentPassword()).toHaveFocus();
    await button('Remove all passkeys').click();
    await expectGone(security().getByText('Passkeys that still sign in'));
    await currentPassword().fill(own.password);
    await newPassword().fill(NEXT);
    await changeButton().click();
    await expectShown(toast('Password changed'));
    await expectGone(disowned());
    await expectShown(activityRows().filter({ hasText: 'Password changed' }));
    expect(own.password).toBe(NEXT);
  });

  it('is shown as a whole on request', async () => {
    own.record('sign_in');
    for (let count = 0; count < 8; count++)
      own.record('sign_in_refused', { address: `10.0.0.${count}`, attempts: 3 });
    await visitSecurity(customer);
    await expect.element(activityRows()).toHaveLength(5);
    await expect.element(activityRows().filter({ hasText: '(3 times)' })).toHaveLength(5);
    await button('Show all').click();
    await expect.element(activityRows()).toHaveLength(9);
  });
});

describe('the own password', () => {
  it('is changed again when the first answer was lost', async () => {
    await visitSecurity(customer);
    server().loseAnswer(changePassword);
    await currentPassword().fill(own.password);
    await newPassword().fill(NEXT);
    await changeButton().click();
    await expectShown(security().getByText('Network error. Please try again.'));
    expect(own.password).toBe(NEXT);
    await changeButton().click();
    await expectShown(toast('Password changed'));
  });
});

describe('the own address', () => {
  const address = () => security().getByLabelText('New email');
  const change = async (to: string) => {
    await address().fill(to);
    await button('Change email').click();
  };

  it('keeps the focus while a wrong password is answered late', async () => {
    await visitSecurity(customer);
    const changing = server().hold(changePassword);
    await currentPassword().fill('not my password');
    await newPassword().fill(NEXT);
    await changeButton().click();
    await changing.asked;
    await address().click();
    await type('new@');
    changing.release();
    await expectShown(security().getByText('Incorrect password'));
    await type('demo.test');
    await expect.element(address()).toHaveValue('new@demo.test');
    await expect.element(address()).toHaveFocus();
  });

  it('stays until the link is opened that is sent to the new one; an invalid one is refused', async () => {
    await visitSecurity(customer);
    await change('nonsense');
    await expectShown(security().getByText('Not a valid email address'));
    await resize(phone);
    await change(LONG);
    await expectShown(security().getByText(`If ${LONG} can be used`));
    await expectShown(security().getByText(customer.email, { exact: true }));
    await expect.element(address()).toHaveValue('');
    await expectNoOverflow();
    expect(await findViolations()).toEqual([]);
    expect(server().callsOf(changeEmail)[1]?.body).toEqual({ email: LONG });
  });
});

describe('the own data', () => {
  it('is downloaded after the password is given again', async () => {
    own.isConfirmed = false;
    await visitSecurity(customer);
    await button('Download my data').click();
    await expectShown(confirmedPassword());
    const saved = waitForSavedFile();
    await confirmedPassword().fill(own.password);
    await button('Confirm').click();
    const { name, content } = await saved;
    expect(name).toBe('my-data.json');
    expect(JSON.parse(content)).toMatchObject({
      person: { email: customer.email, first_name: customer.firstName },
    });
    expect(server().callsOf(exportOwnData)).toHaveLength(2);
    await expectGone(confirmedPassword());
  });

  it('is deleted with the account, after asking twice', async () => {
    await visitSecurity(customer);
    await button('Delete account').click();
    await button('Keep account').click();
    await button('Delete account').click();
    await expectShown(security().getByText('are deleted for good'));
    expect(await findViolations()).toEqual([]);
    expect(server().callsOf(deleteOwnAccount)).toEqual([]);
    await button('Delete for good').click();
    await expectShown(toast('Account deleted'));
    expect(location.pathname).toBe('/login');
    await expectGone(page.getByText('Your session has ended.'));
    expect(localStorage.getItem('sessionToken')).toBeNull();
    expect(own.sessions).toEqual([]);
  });

  it.each(['Cancel', 'Keep account'])(
    'is not deleted when %s is pressed while the password is checked',
    async (way) => {
      own.isConfirmed = false;
      await visitSecurity(customer);
      await button('Delete account').click();
      await button('Delete for good').click();
      await confirmedPassword().fill(own.password);
      const checking = server().hold(confirmPassword);
      await button('Confirm').click();
      await checking.asked;
      await button(way).click();
      checking.release();
      await expect.poll(() => own.isConfirmed).toBe(true);
      const saved = waitForSavedFile();
      await button('Download my data').click();
      await saved;
      // The server refused the only one, because the password was given too long ago.
      expect(server().callsOf(deleteOwnAccount)).toHaveLength(1);
      expect(own.sessions).toHaveLength(1);
    },
  );

  it('of educators is in the hands of the operator', async () => {
    new FakeSecondFactor(fakeAccount(educator));
    await visitSecurity(educator);
    await expectShown(security().getByText('only the operator can export or close'));
    await expectGone(button('Delete account'));
    await expectGone(button('Download my data'));
    await expectGone(security().getByLabelText('New email'));
  });
});
