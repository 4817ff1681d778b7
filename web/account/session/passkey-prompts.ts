import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { passkeyRegistrationOptions, passkeySignInOptions } from '../../../contract/account/passkeys.ts';
import type { RouteResponse } from '../../../contract/shared/route.ts';
import { ApiError } from '../../shared/api/api-request.ts';

/** Error names of a prompt that was closed, has expired or was replaced by another one. */
const CANCELLED = ['NotAllowedError', 'AbortError'];

/** Null if the person cancelled. Throws an error with a message ready to show. */
const runPrompt = async <T>(prompt: () => Promise<T>): Promise<T | null> => {
  try {
    return await prompt();
  } catch (failure) {
    const { name } = failure as Error;
    if (CANCELLED.includes(name)) return null;
    throw new ApiError(
      0,
      'PASSKEY_PROMPT',
      name === 'InvalidStateError'
        ? 'This device already has a passkey for your account.'
        : "Your browser couldn't use a passkey. Use a password instead.",
    );
  }
};

// Copied, because TypeScript takes no interface of the library for an object that may have other fields.

/** Asks for a passkey. With `autofill` the browser offers it in the email field, and asks nothing otherwise. */
export const askForPasskey = (options: RouteResponse<typeof passkeySignInOptions>, autofill = false) =>
  runPrompt(async () => {
    const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
    const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill });
    return { ...answer, response: { ...answer.response } };
  });

/** Makes a passkey on this device, or on one the person chooses. */
export const createPasskey = (options: RouteResponse<typeof passkeyRegistrationOptions>) =>
  runPrompt(async () => {
    const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
    const answer = await startRegistration({ optionsJSON });
    return { ...answer, response: { ...answer.response } };
  });
