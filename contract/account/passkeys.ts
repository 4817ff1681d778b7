import * as z from 'zod/mini';
import { defineRoute } from '../shared/route.ts';
import { requiredText } from '../shared/text.ts';
import { role, signedIn, signInBrowser } from './auth.ts';

/** Per account. */
export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME = 60;

/** Bytes in base64url. */
const base64url = (maxLength: number) =>
  z.string().check(z.minLength(1), z.maxLength(maxLength), z.regex(/^[A-Za-z0-9_-]+$/));
/** WebAuthn limits an id to 1,023 bytes. */
const credentialId = base64url(1364);
const clientData = base64url(4096);
const passkeyType = z.literal('public-key');

/** What a browser answers after using a passkey (WebAuthn, AuthenticationResponseJSON); other fields are ignored. */
export const passkeyAssertion = z.looseObject({
  id: credentialId,
  rawId: credentialId,
  type: passkeyType,
  response: z.looseObject({
    clientDataJSON: clientData,
    authenticatorData: base64url(2048),
    signature: base64url(1024),
    userHandle: z.optional(base64url(88)),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** What a browser answers after making a passkey (WebAuthn, RegistrationResponseJSON); other fields are ignored. */
export const passkeyRegistration = z.looseObject({
  id: credentialId,
  rawId: credentialId,
  type: passkeyType,
  response: z.looseObject({
    clientDataJSON: clientData,
    attestationObject: base64url(16 * 1024),
    transports: z._default(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10)), []),
  }),
});
export type PasskeyRegistration = z.infer<typeof passkeyRegistration>;

const credentialReference = z.object({
  id: z.string(),
  type: passkeyType,
  transports: z.optional(z.array(z.string())),
});

/** The part of PublicKeyCredentialRequestOptionsJSON that the server sets. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** Absent at a sign-in: the person chooses, and nothing tells which accounts exist. */
  allowCredentials: z.optional(z.array(credentialReference)),
});

/** The part of PublicKeyCredentialCreationOptionsJSON that the server sets. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: passkeyType, alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(credentialReference),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});

const name = requiredText('Name', MAX_PASSKEY_NAME);
/** A passkey that a browser has just made. */
export const newPasskey = z.object({ response: passkeyRegistration, name });
export type NewPasskey = z.infer<typeof newPasskey>;

/** A passkey as its owner sees it. */
export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  /** Whether a password manager keeps a copy, so that other devices have it too. */
  backedUp: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

const success = z.object({ success: z.literal(true) });
const params = z.object({ id: credentialId });

export const passkeySignInOptions = defineRoute({
  method: 'POST',
  path: '/api/auth/passkeys/sign-in-options',
  access: 'public',
  summary: 'A challenge for signing in with a passkey; the same for everybody',
  failure: 'Login failed',
  bodyLimit: 1024,
  response: requestOptions,
  errors: ['PASSKEYS_UNAVAILABLE'],
});

export const passkeySignIn = defineRoute({
  method: 'POST',
  path: '/api/auth/passkeys/sign-in',
  access: 'public',
  summary: 'Sign in with a passkey as a customer or as an educator',
  failure: 'Login failed',
  bodyLimit: 16 * 1024,
  body: z.object({ response: passkeyAssertion, selectedRole: role, ...signInBrowser }),
  response: signedIn,
  errors: ['BAD_CREDENTIALS', 'EDUCATOR_ACCESS_DENIED', 'PASSKEYS_UNAVAILABLE', 'TOO_MANY_ATTEMPTS', 'BUSY'],
});

export const listPasskeys = defineRoute({
  method: 'GET',
  path: '/api/auth/passkeys',
  access: 'signedIn',
  allowsMissingSecondFactor: true,
  summary: 'Passkeys of this account, oldest first',
  failure: 'Failed to load your passkeys',
  response: z.array(passkey),
});

export const passkeyRegistrationOptions = defineRoute({
  method: 'POST',
  path: '/api/auth/passkeys/registration-options',
  access: 'signedIn',
  allowsMissingSecondFactor: true,
  summary: 'A challenge for adding a passkey, within ten minutes of giving the password or a passkey',
  failure: 'Failed to add the passkey',
  bodyLimit: 1024,
  response: creationOptions,
  errors: ['REAUTHENTICATION_REQUIRED', 'TOO_MANY_PASSKEYS', 'PASSKEYS_UNAVAILABLE'],
});

export const addPasskey = defineRoute({
  method: 'POST',
  path: '/api/auth/passkeys',
  access: 'signedIn',
  allowsMissingSecondFactor: true,
  summary: `Add a passkey to this account, up to ${MAX_PASSKEYS}`,
  failure: 'Failed to add the passkey',
  limit: 'password',
  bodyLimit: 32 * 1024,
  body: newPasskey,
  status: 201,
  response: passkey,
  errors: ['REAUTHENTICATION_REQUIRED', 'TOO_MANY_PASSKEYS', 'PASSKEY_REFUSED', 'PASSKEYS_UNAVAILABLE'],
});

export const renamePasskey = defineRoute({
  method: 'PUT',
  path: '/api/auth/passkeys/:id',
  access: 'signedIn',
  summary: 'Rename a passkey of this account',
  failure: 'Failed to rename the passkey',
  bodyLimit: 1024,
  params,
  body: z.object({ name }),
  response: passkey,
  errors: ['NOT_FOUND'],
});

export const removePasskey = defineRoute({
  method: 'DELETE',
  path: '/api/auth/passkeys/:id',
  access: 'signedIn',
  summary: 'Remove a passkey of this account, within ten minutes of giving the password or a passkey',
  failure: 'Failed to remove the passkey',
  params,
  response: success,
  errors: ['NOT_FOUND', 'REAUTHENTICATION_REQUIRED', 'LAST_PASSKEY'],
});

export const passkeyConfirmOptions = defineRoute({
  method: 'POST',
  path: '/api/auth/passkeys/confirm-options',
  access: 'signedIn',
  allowsMissingSecondFactor: true,
  summary: 'A challenge for using a passkey instead of giving the password again',
  failure: 'Failed to confirm your passkey',
  bodyLimit: 1024,
  response: requestOptions,
  errors: ['PASSKEYS_UNAVAILABLE'],
});

export const confirmPasskey = defineRoute({
  method: 'POST',
  path: '/api/auth/passkeys/confirm',
  access: 'signedIn',
  allowsMissingSecondFactor: true,
  summary: 'Use a passkey, for changes that need the password to be at most ten minutes old',
  failure: 'Failed to confirm your passkey',
  limit: 'password',
  bodyLimit: 16 * 1024,
  body: z.object({ response: passkeyAssertion }),
  response: success,
  errors: ['PASSKEY_REFUSED', 'PASSKEYS_UNAVAILABLE', 'TOO_MANY_ATTEMPTS', 'BUSY'],
});
