import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { currentUser, login } from '../../../contract/account/auth.ts';
import { passkeySignIn, passkeySignInOptions } from '../../../contract/account/passkeys.ts';
import { EDUCATOR_ACCESS_DENIED } from '../../../contract/shared/web-errors.ts';
import { changeConfig } from '../../testing/basic-answers.ts';
import { Refusal } from '../../testing/fake-api.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { customer, openApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown } from '../../testing/page.ts';
import { stubProperty } from '../../testing/stub-property.ts';

/** What the logins say of a passkey. That one signs in is tested end to end, with an authenticator. */
changeConfig({ passkeyHost: location.hostname });

/** What a person does at the browser's question. */
let answer: 'accept' | 'cancel';
let questions = 0;
const bytes = new Uint8Array([1, 2, 3]).buffer;
const credential = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes },
  getClientExtensionResults: () => ({}),
  authenticatorAttachment: 'platform',
};
const askForPasskey = ({ mediation, signal }: CredentialRequestOptions): Promise<unknown> => {
  // The autofill of the email field waits until somebody chooses a passkey there.
  if (mediation === 'conditional')
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  questions++;
  return answer === 'accept'
    ? Promise.resolve(credential)
    : Promise.reject(new DOMException('The operation was cancelled', 'NotAllowedError'));
};

const signedIn = { sessionToken: 'token', browserToken: 'b'.repeat(43), user: customer };
beforeEach(() => {
  answer = 'accept';
  questions = 0;
  stubProperty(navigator.credentials, 'get', () => askForPasskey);
  new FakeIdeas(server());
  server().on(currentUser, () => customer);
  server().on(login, () => signedIn);
  server().on(passkeySignIn, () => signedIn);
  server().on(passkeySignInOptions, () => ({
    challenge: 'AQID',
    rpId: location.hostname,
    timeout: 300_000,
    userVerification: 'required' as const,
  }));
});

const button = () => page.getByRole('button', { name: 'Sign in with a passkey' });
const alert = () => page.getByRole('alert');

it('refuses a customer on the educator login with the sentence of SPEC §5', async () => {
  server().fail(passkeySignIn, new Refusal('EDUCATOR_ACCESS_DENIED'));
  await openApp('/chartlark-staff', { as: null });
  await button().click();
  await expectShown(alert().getByText(EDUCATOR_ACCESS_DENIED));
  expect(location.pathname).toBe('/chartlark-staff');
  expect(server().callsOf(passkeySignIn)[0]?.body.selectedRole).toBe('educator');
});

it('refuses an educator on the customer login, and keeps the way by password', async () => {
  server().fail(passkeySignIn, new Refusal('BAD_CREDENTIALS'));
  await openApp('/login', { as: null });
  await button().click();
  await expectShown(alert().getByText("That passkey didn't work here. Use your email and password instead."));
  await page.getByLabelText('Email').fill(customer.email);
  await page.getByLabelText('Password', { exact: true }).fill('learn-to-trade');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect.poll(() => location.pathname).toBe('/customer/dashboard');
});

it('says nothing when the person cancels, and asks again at the next press', async () => {
  answer = 'cancel';
  await openApp('/login', { as: null });
  await button().click();
  await expect.poll(() => questions).toBe(1);
  await expectGone(page.getByCss('button[aria-busy]'));
  expect(alert().query()).toBeNull();
  expect(location.pathname).toBe('/login');
  answer = 'accept';
  await button().click();
  await expect.poll(() => location.pathname).toBe('/customer/dashboard');
  expect(server().callsOf(passkeySignIn)).toHaveLength(1);
});
