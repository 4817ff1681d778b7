import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { changeConfig } from '../../testing/basic-answers.ts';
import { customer, openApp } from '../../testing/open-app.tsx';
import { expectGone, expectShown } from '../../testing/page.ts';
import { fakeAccount, security, visitSecurity } from '../../testing/security-dialog.ts';

/** An address on which passkeys do not work, such as an IP address. */
changeConfig({ passkeyHost: 'another.example' });

it('offers no passkey on the login', async () => {
  await openApp('/login', { as: null });
  // The link needs the configuration, which decides what the form ends with.
  await expectShown(page.getByRole('link', { name: /group/ }));
  await expect.poll(() => page.getByCss('form > :last-child').element().textContent).toBe('Sign In');
});

it('explains in Security why there are no passkeys (§4.34)', async () => {
  fakeAccount(customer);
  await visitSecurity(customer);
  await expectShown(security().getByText('Passkeys need a secure connection (https), or http://localhost'));
  await expectGone(security().getByRole('button', { name: 'Add a passkey' }));
});
