import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { login } from '../../../contract/account/auth.ts';
import { confirmTimeCode } from '../../../contract/account/second-factor.ts';
import { findViolations } from '../../testing/axe.ts';
import type { FakeAccount } from '../../testing/fake-account.ts';
import { FakeSecondFactor } from '../../testing/fake-second-factor.ts';
import { press } from '../../testing/keyboard.ts';
import { educator, openApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown, readTexts, toast } from '../../testing/page.ts';
import { waitForSavedFile } from '../../testing/saved-file.ts';
import {
  activityRows,
  confirmedPassword,
  fakeAccount,
  openSecurity,
  security,
  visitSecurity,
} from '../../testing/security-dialog.ts';

/** Educators' codes from an authenticator app. That the login asks for them is tested in web/account/sign-in. */
let own: FakeAccount;
let secondFactor: FakeSecondFactor;
beforeEach(() => {
  own = fakeAccount(educator);
  secondFactor = new FakeSecondFactor(own);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const codeField = () => page.getByLabelText('Code', { exact: true });
const codes = () => page.getByRole('region', { name: 'Recovery codes' });
const left = (count: number): Locator => security().getByText(`Recovery codes left: ${count}.`);
const scan = async () => {
  await button('Use an app').click();
  await expectShown(page.getByRole('img', { name: 'QR code for an authenticator app' }));
  await expectShown(page.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{4}$/));
};
const give = async (code: string) => {
  await codeField().fill(code);
  await button('Switch on').click();
};

describe('codes from an app', () => {
  it('are not switched on by Cancel, which ends the question for the password too', async () => {
    await visitSecurity(educator);
    await scan();
    // Installing an app takes longer than a password counts.
    own.isConfirmed = false;
    await give('000000');
    await expectShown(confirmedPassword());
    await button('Cancel').first().click();
    await expectShown(button('Use an app'));
    await expectGone(confirmedPassword());
    expect(secondFactor.isOn).toBe(false);
  });

  it('are switched on by a first code, also after the password was asked for once more', async () => {
    own.addSession();
    await visitSecurity(educator);
    await scan();
    await give('000000');
    await expectShown(page.getByText("That code isn't right."));
    own.isConfirmed = false;
    await give(secondFactor.code);
    await confirmedPassword().fill(own.password);
    await press('Enter');
    await expectShown(codes());
    expect(secondFactor.isOn).toBe(true);
    expect(own.sessions).toHaveLength(1);
    expect(await findViolations()).toEqual([]);
    const saved = waitForSavedFile();
    await button('Download').click();
    const { name, content } = await saved;
    expect(name).toBe('recovery-codes.txt');
    expect(content.trim().split('\n')).toEqual(secondFactor.recoveryCodes);
    await expect.poll(() => readTexts(codes().getByRole('listitem'))).toEqual(secondFactor.recoveryCodes);
    await button('I have saved them').click();
    await expectShown(left(10));
  });

  it('get new recovery codes, and are switched off', async () => {
    secondFactor.switchOn();
    secondFactor.recoveryCodes.pop();
    own.record('second_factor_refused');
    await visitSecurity(educator);
    await expectShown(left(9));
    await expectShown(activityRows().filter({ hasText: 'Right password, wrong code' }));
    await button('New recovery codes').click();
    await button('I have saved them').click();
    await expectShown(left(10));
    await button('Switch off').click();
    await expectShown(toast('Codes switched off'));
    await expectShown(button('Use an app'));
    expect(secondFactor.isOn).toBe(false);
  });

  it('get new recovery codes when the answer with the first was lost, which stay until they are saved', async () => {
    await visitSecurity(educator);
    server().loseAnswer(confirmTimeCode);
    await scan();
    await give(secondFactor.code);
    await button('New recovery codes').click();
    await expectShown(codes());
    const shown = readTexts(codes().getByRole('listitem'));
    expect(shown).toEqual(secondFactor.recoveryCodes);
    await press('Escape');
    await expectGone(security());
    await openSecurity();
    await expect.poll(() => readTexts(codes().getByRole('listitem'))).toEqual(shown);
    await button('I have saved them').click();
    await expectShown(left(10));
  });

  it('do not show recovery codes that arrive after somebody else has signed in', async () => {
    const first = { ...educator, id: 'edu-1', educatorId: '1', email: 'educator1@demo.test' };
    own.user = first;
    await visitSecurity(first);
    const confirming = server().hold(confirmTimeCode, 'after');
    await scan();
    await give(secondFactor.code);
    await confirming.asked;
    await press('Escape');
    await expectGone(security());
    await button('Menu').click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Login' }));

    new FakeSecondFactor(fakeAccount(educator));
    server().on(login, () => ({ sessionToken: 'other', browserToken: 'b'.repeat(43), user: educator }));
    // Without loading the page again.
    history.pushState(null, '', '/chartlark-staff');
    await page.getByLabelText('Email').fill(educator.email);
    await page.getByLabelText('Password', { exact: true }).fill('teach-to-trade');
    await button('Access Educator Portal').click();
    await expect.poll(() => location.pathname).toBe('/educator/dashboard');
    confirming.release();
    await openSecurity();
    await expectShown(button('Use an app'));
    await expectGone(codes());
  });
});

describe('a second factor that the operator requires', () => {
  const missing = () => page.getByRole('heading', { level: 1, name: 'Add a second factor' });
  const ideas = () => page.getByRole('heading', { level: 1, name: 'My Trade Ideas' });
  beforeEach(() => {
    secondFactor = new FakeSecondFactor(own, true);
  });
  /** Another tab has stored what the server told it. */
  const tellFromOtherTab = () => {
    localStorage.setItem('currentUser', JSON.stringify(own.user));
    window.dispatchEvent(new StorageEvent('storage', { key: 'currentUser' }));
  };

  it('is asked for before everything else, until its recovery codes are saved', async () => {
    await openApp('/educator/dashboard', { as: own.user });
    await expectShown(missing());
    expect(await findViolations()).toEqual([]);
    await openApp('/educator/ideas', { as: own.user });
    await expectShown(missing());
    expect(location.pathname).toBe('/educator/ideas');
    await scan();
    await give(secondFactor.code);
    await expectShown(codes());
    tellFromOtherTab();
    await button('I have saved them').click();
    await expectShown(ideas());
    expect(location.pathname).toBe('/educator/ideas');
  });

  it('is asked for again once it is switched off', async () => {
    secondFactor.switchOn();
    await openApp('/educator/ideas', { as: own.user });
    await expectShown(ideas());
    await openSecurity();
    await button('Switch off').click();
    await expectShown(toast('Codes switched off'));
    await expectShown(missing());
  });
});
