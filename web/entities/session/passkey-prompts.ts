import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { passkeyRegistrationOptions, passkeySignInOptions } from '../../../contract/passkeys.ts';
import type { RouteResponse } from '../../../contract/route.ts';
import { ApiError } from '../../shared/api/api-request.ts';

/** The error of a person who closed the browser's prompt, or let it expire, and of a prompt that another one replaced. */
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

/** Asks for a passkey. With `autofill` the browser offers it in the email field, and asks nothing otherwise. */
export const askForPasskey = (options: RouteResponse<typeof passkeySignInOptions>, autofill = false) =>
  runPrompt(() =>
    startAuthentication({
      optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill: autofill,
    }),
  );

/** Makes a passkey on this device, or on one the person chooses. */
export const createPasskey = (options: RouteResponse<typeof passkeyRegistrationOptions>) =>
  runPrompt(() => startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }));
