import { afterAll, beforeAll, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { setUpPeople, signInCustomer, waitForToast, withoutDelays } from './people.ts';
import { openSecurity, passkeyButton, signOutWithPasskey } from './virtual-authenticator.ts';

/** Signing in with a passkey; its details are in passkeys.slow.test.ts. Passkeys work on localhost, not at an IP address. */
let app: TestApp;
let url: string;

beforeAll(async () => {
  app = await startApp();
  url = app.url.replace('127.0.0.1', 'localhost');
});
afterAll(() => app.close());

const watched = setUpPeople();

it('leads a customer to the page they came for, like a password (§2.16)', async () => {
  const page = await watched(signInCustomer(url, withoutDelays));
  await signOutWithPasskey(page);
  await page.goto(`${url}/customer/forex`);
  await page.waitForURL(/\/login\?from=/);
  await Promise.all([waitForToast(page, 'Login Successful'), passkeyButton(page).click()]);
  await page.waitForURL(`${url}/customer/forex`);
  await page.reload();
  await page.getByText('Live', { exact: true }).waitFor();
  const dialog = await openSecurity(page);
  await dialog.getByText(/Last used/).waitFor();
});
