import {
  addPasskey,
  passkeyRegistrationOptions,
  passkeySignInOptions,
} from '../../contract/account/passkeys.ts';
import type { RouteResponse } from '../../contract/shared/route.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';
import type { TestApp } from './test-app.ts';

export type RequestOptions = RouteResponse<typeof passkeySignInOptions>;
export type CreationOptions = RouteResponse<typeof passkeyRegistrationOptions>;

export const getSignInOptions = async (test: TestApp): Promise<RequestOptions> =>
  (await test.call<RequestOptions>('POST', passkeySignInOptions.path)).body;

export const getRegistrationOptions = async (test: TestApp, token: string): Promise<CreationOptions> =>
  (await test.call<CreationOptions>('POST', passkeyRegistrationOptions.path, { token })).body;

/** Adds a passkey to the account of a session; throws on failure. */
export const registerPasskey = async (
  test: TestApp,
  token: string,
  authenticator = new SoftwareAuthenticator(),
): Promise<SoftwareAuthenticator> => {
  const response = authenticator.register(await getRegistrationOptions(test, token));
  const { status } = await test.call('POST', addPasskey.path, { token, body: { response, name: 'Phone' } });
  if (status !== 201) throw new Error(`Adding a passkey answered ${status}`);
  return authenticator;
};
