import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  addOperatorPasskey,
  endOperatorSession,
  getOperator,
  openOperatorSession,
} from '../../contract/operator/operator-access.ts';
import { listPeople } from '../../contract/operator/people.ts';
import { readStored, writeStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { findViolationsInBothThemes } from '../testing/axe.ts';
import { changeConfig } from '../testing/basic-answers.ts';
import { FakeOperator } from '../testing/fake-operator.ts';
import { expectFocus, press, use } from '../testing/keyboard.ts';
import { customer, openApp, phone, reloadApp, server } from '../testing/open-app.tsx';
import { button, confirm, LONG_NAME, visitOperator } from '../testing/operator-page.ts';
import { expectGone, expectNoOverflow, expectShown, toast } from '../testing/page.ts';
import { stubProperty } from '../testing/stub-property.ts';

changeConfig({ passkeyHost: location.hostname });

let operator: FakeOperator;
beforeEach(() => {
  operator = new FakeOperator(server());
});

const who = () => page.getByText('Operator: Anna');
const open = () => button('Open as operator');
const tab = (name: string) => page.getByRole('tab', { name });
const ended = () => page.getByText('Your session has ended. Sign in again to continue.');

/** What the browser's prompts answer. */
const bytes = new Uint8Array([1, 2, 3]).buffer;
const answerPrompts = (outcome: 'accept' | 'cancel') => {
  const credential = {
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    response: {
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: bytes,
      attestationObject: bytes,
    },
    getClientExtensionResults: () => ({}),
    authenticatorAttachment: 'platform',
  };
  const answer = () =>
    outcome === 'accept'
      ? Promise.resolve(credential)
      : Promise.reject(new DOMException('The operation was cancelled', 'NotAllowedError'));
  stubProperty(navigator.credentials, 'get', () => answer);
  stubProperty(navigator.credentials, 'create', () => answer);
};

describe('a link', () => {
  it('leaves the address at once and opens a session at a press, not before (§2.107)', async () => {
    await openApp(`/operator#${operator.makeLink()}`, { as: null });
    await expectShown(open());
    expect(location.hash).toBe('');
    expect(server().callsOf(openOperatorSession)).toEqual([]);
    await use(open());
    await expectShown(who());
    expect(readStored(storageKeys.operatorSession)?.token).toMatch(/^clo_/);
    expect(JSON.stringify(localStorage)).not.toContain('clo_');
  });

  it('that has expired says so, and leaves the other ways', async () => {
    await openApp('/operator#expired', { as: null });
    await open().click();
    await expectShown(page.getByText('This link has expired or was already used.'));
    await expectGone(open());
    await expectShown(button('Use a passkey'));
    await expectShown(page.getByText('npm run admin -- operator link NAME'));
  });

  it('can be pressed again after the network failed', async () => {
    await openApp(`/operator#${operator.makeLink()}`, { as: null });
    const { repair } = server().fail(openOperatorSession);
    await open().click();
    await expectShown(page.getByRole('alert'));
    repair();
    await open().click();
    await expectShown(who());
  });
});

describe('without a session', () => {
  it('the page has no violations in both themes and fits a phone', async () => {
    await openApp('/operator', { as: null, size: phone });
    await expectShown(button('Use a passkey'));
    expect(await findViolationsInBothThemes()).toEqual([]);
    await expectNoOverflow();
  });

  it('a passkey opens it, and one of somebody else does not', async () => {
    answerPrompts('accept');
    await openApp('/operator', { as: null });
    await button('Use a passkey').click();
    await expectShown(page.getByText("That passkey didn't work. Please try again."));
    operator.passkeys = 1;
    await button('Use a passkey').click();
    await expectShown(who());
  });

  it('says nothing when the prompt for a passkey is cancelled', async () => {
    answerPrompts('cancel');
    await openApp('/operator', { as: null });
    await button('Use a passkey').click();
    await expectGone(page.getByCss('button[aria-busy]'));
    expect(page.getByRole('alert').query()).toBeNull();
    await expectShown(button('Use a passkey'));
  });
});

describe('a session', () => {
  it('survives a reload with its tab, and ends by "Log out"', async () => {
    await visitOperator(operator, 'people');
    await tab('System').click();
    await expectShown(page.getByRole('heading', { name: 'System', level: 1 }));
    expect(location.search).toBe('?tab=system');
    reloadApp();
    await expectShown(page.getByRole('heading', { name: 'System', level: 1 }));
    await use(button('Log out'));
    await expectShown(button('Use a passkey'));
    expect(ended().query()).toBeNull();
    expect(server().callsOf(endOperatorSession)).toHaveLength(1);
    expect(sessionStorage).toHaveLength(0);
  });

  it('that the server has ended leads back with a notice, and keeps what was typed and the reader signed in', async () => {
    writeStored(storageKeys.operatorSession, { token: operator.openSession(), name: operator.name });
    await openApp(`/operator#${operator.makeLink()}`, { as: customer });
    await button('Invite people').click();
    await page.getByLabelText('Email').fill('new@example.org');
    operator.endSessions();
    await button('Invite').click();
    await expectShown(ended());
    expect(await findViolationsInBothThemes()).toEqual([]);
    expect(readStored(storageKeys.currentUser)?.id).toBe(customer.id);
    await open().click();
    await expectShown(who());
    await button('Invite people').click();
    await expect.element(page.getByLabelText('Email')).toHaveValue('new@example.org');
  });

  it('shows another operator nothing of the one before, also when that session had ended', async () => {
    await visitOperator(operator, 'people');
    await button('Invite people').click();
    await page.getByLabelText('Email').fill('new@example.org');
    operator.endSessions();
    await button('Log out').click();
    await expectShown(button('Use a passkey'));
    expect(ended().query()).toBeNull();
    operator.name = 'Bo';
    operator.passkeys = 1;
    answerPrompts('accept');
    await button('Use a passkey').click();
    await expectShown(page.getByText('Operator: Bo'));
    await button('Invite people').click();
    await expect.element(page.getByLabelText('Email')).toHaveValue('');
  });

  it('sends its own token, never that of the reader', async () => {
    await openApp(`/operator#${operator.makeLink()}`, { as: customer });
    await open().click();
    await expectShown(who());
    const sent = server().callsOf(listPeople)[0]?.headers.get('authorization');
    expect(sent).toBe(`Bearer ${readStored(storageKeys.operatorSession)?.token}`);
  });

  it('moves through its tabs with the arrow keys', async () => {
    await visitOperator(operator, 'people');
    await use(tab('People'), 'ArrowRight');
    await expectFocus(tab('Log'));
    await press('End');
    await expectFocus(tab('System'));
    await expectShown(page.getByRole('heading', { name: 'Storage' }));
  });

  it('offers Retry when the page could not be loaded', async () => {
    server().failUntilPressed(getOperator);
    writeStored(storageKeys.operatorSession, { token: operator.openSession(), name: operator.name });
    await openApp('/operator', { as: null });
    await expectShown(page.getByText('Failed to load the page'));
    await button('Retry').click();
    await expectShown(who());
  });

  it('of an operator with a long name fits a phone', async () => {
    operator.name = LONG_NAME;
    await visitOperator(operator, 'log', phone);
    await expectNoOverflow();
    await expectShown(button('Log out'));
  });
});

describe('own access', () => {
  it('adds a passkey, and removes all after asking', async () => {
    answerPrompts('accept');
    await visitOperator(operator, 'system');
    await expectShown(page.getByText('You have no passkey.'));
    await button('Add a passkey').click();
    await expectShown(toast('Passkey added'));
    await expectShown(page.getByText('Passkeys that open this page in your name: 1.'));
    expect(server().callsOf(addOperatorPasskey)).toHaveLength(1);
    await button('Remove passkeys').click();
    await confirm('Remove').click();
    await expectShown(page.getByText('You have no passkey.'));
    expect(operator.passkeys).toBe(0);
  });

  it('adds nothing when the prompt is cancelled', async () => {
    answerPrompts('cancel');
    await visitOperator(operator, 'system');
    await button('Add a passkey').click();
    await expectGone(page.getByCss('button[aria-busy]'));
    expect(operator.passkeys).toBe(0);
    expect(toast('Passkey added').query()).toBeNull();
  });
});
