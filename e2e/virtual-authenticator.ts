import type { Page } from 'playwright-core';

/** The device's screen lock. While `accepts` is false, the browser's prompt ends as if the person cancelled it. */
export type Device = { setAccepts: (accepts: boolean) => Promise<void> };

/** Gives the page Chromium's virtual authenticator, which accepts every prompt. */
export const addDevice = async (page: Page): Promise<Device> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setAccepts: async (isUserVerified) => {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
};

/** A browser without passkeys in autofill: the virtual authenticator would accept those at once. */
export const disableAutofill = async (page: Page) => {
  const disable = () => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  };
  await page.addInitScript(disable);
  await page.evaluate(disable);
};

export const openSecurity = async (page: Page) => {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Security' }).click();
  return page.getByRole('dialog', { name: 'Security' });
};

export const addPasskey = async (page: Page) => {
  const dialog = await openSecurity(page);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByText('Not used yet · This device only').waitFor();
  return dialog;
};

/** Adds a passkey, and signs out everywhere. */
export const signOutWithPasskey = async (page: Page): Promise<Device> => {
  const device = await addDevice(page);
  await disableAutofill(page);
  const dialog = await addPasskey(page);
  await dialog.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.waitForURL(/\/login/);
  return device;
};

export const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });
