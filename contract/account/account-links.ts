import * as z from 'zod/mini';
import { defineRoute } from '../shared/route.ts';
import { MAX_NAME, requiredText } from '../shared/text.ts';
import { newPassword } from './account.ts';
import { credential, role, signedIn, signInBrowser } from './auth.ts';
import { creationOptions, newPasskey } from './passkeys.ts';

/** How long a link works, once, from the moment it is sent or printed. */
export const LINK_LIFETIME_MS = {
  invitation: 7 * 24 * 60 * 60_000,
  password_reset: 30 * 60_000,
  email_change: 24 * 60 * 60_000,
  /** "This wasn't me", after a sign-in from a new browser or a change of email. */
  not_me: 3 * 24 * 60 * 60_000,
} as const;

/** Only its length is checked: a token that was cut while copying is answered like an expired one. */
const linkToken = z
  .string({ error: 'Link is required' })
  .check(z.maxLength(200, { error: 'Link is too long' }));

/** What all routes with a token share. The token is in the body: in a path it would reach logs and histories. */
const publicLink = { access: 'public', limit: 'link', bodyLimit: 8 * 1024 } as const;
const tokenBody = z.object({ token: linkToken });
const viewLink = <Path extends `/${string}`>(path: Path, summary: string) =>
  defineRoute({
    ...publicLink,
    method: 'POST',
    path,
    summary,
    failure: 'Failed to open the link',
    body: tokenBody,
    response: z.object({ email: z.string() }),
    errors: ['LINK_EXPIRED'],
  });

export const viewInvitation = defineRoute({
  ...publicLink,
  method: 'POST',
  path: '/api/auth/invitation',
  summary: 'Whom an invitation is for',
  failure: 'Failed to open the invitation',
  body: tokenBody,
  response: z.object({
    email: z.string(),
    /** Names may be empty; the person enters them. */
    firstName: z.string(),
    lastName: z.string(),
    role,
    brand: z.string(),
  }),
  errors: ['LINK_EXPIRED'],
});

const invitedPerson = {
  firstName: requiredText('First name', MAX_NAME),
  lastName: requiredText('Last name', MAX_NAME),
  acceptTerms: z.literal(true, { error: 'Accept the terms to continue' }),
};

export const invitationPasskeyOptions = defineRoute({
  ...publicLink,
  method: 'POST',
  path: '/api/auth/invitation/passkey-options',
  summary: 'A challenge for accepting an invitation with a passkey',
  failure: 'Failed to add the passkey',
  /** Checked before the browser makes a passkey. */
  body: z.object({ token: linkToken, ...invitedPerson }),
  response: creationOptions,
  errors: ['LINK_EXPIRED', 'PASSKEYS_UNAVAILABLE'],
});

export const acceptInvitation = defineRoute({
  ...publicLink,
  bodyLimit: 32 * 1024,
  method: 'POST',
  path: '/api/auth/invitation/accept',
  summary: 'Accept an invitation: sets names and a password, a passkey or both, and signs in',
  failure: 'Failed to accept the invitation',
  body: z.object({
    token: linkToken,
    ...invitedPerson,
    password: z.optional(newPassword('Password')),
    passkey: z.optional(newPasskey),
    ...signInBrowser,
  }),
  response: signedIn,
  errors: ['LINK_EXPIRED', 'PASSKEY_REFUSED', 'PASSKEYS_UNAVAILABLE', 'BUSY'],
});

export const requestPasswordReset = defineRoute({
  ...publicLink,
  method: 'POST',
  path: '/api/auth/forgotten-password',
  summary: 'Ask for a mail with a link to choose a new password; answers the same for every address',
  failure: 'Failed to send your request',
  body: z.object({ email: credential('Email'), selectedRole: z.optional(role) }),
  response: z.object({ success: z.literal(true) }),
  errors: ['TOO_MANY_ATTEMPTS'],
});

export const viewPasswordReset = viewLink('/api/auth/password-reset', 'Whose password a link resets');
export const resetPassword = defineRoute({
  ...publicLink,
  method: 'PUT',
  path: '/api/auth/password-reset',
  summary: 'Choose a new password with a link; ends all sessions and does not sign in',
  failure: 'Failed to change your password',
  body: z.object({ token: linkToken, newPassword: newPassword('Password') }),
  /** The role says which login comes next; the passkeys still sign in. */
  response: z.object({ email: z.string(), role, passkeys: z.number() }),
  errors: ['LINK_EXPIRED', 'BUSY'],
});

export const changeEmail = defineRoute({
  method: 'PUT',
  path: '/api/auth/email',
  // Educators are recognised by the operator's list of addresses.
  access: 'customer',
  summary:
    'Send a link that changes the own address, within ten minutes of giving the password; answers the same for every address',
  failure: 'Failed to change your email',
  limit: 'password',
  bodyLimit: 8 * 1024,
  body: z.object({ email: credential('Email') }),
  response: z.object({ success: z.literal(true) }),
  errors: ['REAUTHENTICATION_REQUIRED', 'TOO_MANY_ATTEMPTS'],
});

export const viewEmailChange = viewLink('/api/auth/email-change', 'Which address a link confirms');
export const confirmEmailChange = defineRoute({
  ...publicLink,
  method: 'PUT',
  path: '/api/auth/email-change',
  summary: 'Change the address of an account to the one that the link was sent to',
  failure: 'Failed to change your email',
  body: tokenBody,
  response: z.object({ email: z.string() }),
  errors: ['LINK_EXPIRED'],
});

export const viewNotMe = defineRoute({
  ...viewLink('/api/auth/not-me', 'Whose account "This wasn\'t me" protects'),
  /** The role says what happens to the account. */
  response: z.object({ email: z.string(), role }),
});

export const confirmNotMe = defineRoute({
  ...publicLink,
  method: 'PUT',
  path: '/api/auth/not-me',
  summary: 'End everything that signs in to an account; returns a token to choose a new password',
  failure: 'Failed to protect your account',
  body: tokenBody,
  /** For the page that a link to reset the password opens; null for educators, whom their operator lets in again. */
  response: z.object({ email: z.string(), resetToken: z.nullable(z.string()) }),
  errors: ['LINK_EXPIRED', 'BUSY'],
});
