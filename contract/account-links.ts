import * as z from 'zod/mini';
import { MIN_PASSWORD } from './account.ts';
import { credential, role, signedIn, signInBrowser } from './auth.ts';
import { defineRoute } from './route.ts';
import { requiredText } from './text.ts';

/** How long a link works, once, from the moment it is sent or printed. */
export const LINK_LIFETIME_MS = {
  invitation: 7 * 24 * 60 * 60_000,
  password_reset: 30 * 60_000,
  email_change: 24 * 60 * 60_000,
} as const;

/** Only its length is checked: a token that was cut while copying is answered like an expired one. */
const linkToken = z
  .string({ error: 'Link is required' })
  .check(z.maxLength(200, { error: 'Link is too long' }));

/** As in profiles. */
export const MAX_NAME = 100;

const newPassword = credential('Password').check(
  z.minLength(MIN_PASSWORD, { error: `Use at least ${MIN_PASSWORD} characters` }),
);

/** A POST, because a token in a path would reach logs and histories. */
export const viewInvitation = defineRoute({
  method: 'POST',
  path: '/api/auth/invitation',
  access: 'public',
  summary: 'Whom an invitation is for',
  failure: 'Failed to open the invitation',
  limit: 'link',
  bodyLimit: 8 * 1024,
  body: z.object({ token: linkToken }),
  status: 200,
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

export const acceptInvitation = defineRoute({
  method: 'POST',
  path: '/api/auth/invitation/accept',
  access: 'public',
  summary: 'Accept an invitation: sets names and password, and signs in',
  failure: 'Failed to accept the invitation',
  limit: 'link',
  bodyLimit: 8 * 1024,
  body: z.object({
    token: linkToken,
    firstName: requiredText('First name', MAX_NAME),
    lastName: requiredText('Last name', MAX_NAME),
    password: newPassword,
    acceptTerms: z.literal(true, { error: 'Accept the terms to continue' }),
    ...signInBrowser,
  }),
  status: 200,
  response: signedIn,
  errors: ['LINK_EXPIRED', 'BUSY'],
});

export const requestPasswordReset = defineRoute({
  method: 'POST',
  path: '/api/auth/forgotten-password',
  access: 'public',
  summary: 'Ask for a mail with a link to choose a new password; answers the same for every address',
  failure: 'Failed to send your request',
  limit: 'link',
  bodyLimit: 8 * 1024,
  body: z.object({ email: credential('Email'), selectedRole: z.optional(role) }),
  status: 200,
  response: z.object({ success: z.literal(true) }),
  errors: ['TOO_MANY_ATTEMPTS'],
});

export const viewPasswordReset = defineRoute({
  method: 'POST',
  path: '/api/auth/password-reset',
  access: 'public',
  summary: 'Whose password a link resets',
  failure: 'Failed to open the link',
  limit: 'link',
  bodyLimit: 8 * 1024,
  body: z.object({ token: linkToken }),
  status: 200,
  response: z.object({ email: z.string() }),
  errors: ['LINK_EXPIRED'],
});

export const resetPassword = defineRoute({
  method: 'PUT',
  path: '/api/auth/password-reset',
  access: 'public',
  summary: 'Choose a new password with a link; ends all sessions and does not sign in',
  failure: 'Failed to change your password',
  limit: 'link',
  bodyLimit: 8 * 1024,
  body: z.object({ token: linkToken, newPassword }),
  status: 200,
  /** The role says which login comes next. */
  response: z.object({ email: z.string(), role }),
  errors: ['LINK_EXPIRED', 'BUSY'],
});

export const changeEmail = defineRoute({
  method: 'PUT',
  path: '/api/auth/email',
  // Educators are recognised by the operator's list of addresses.
  access: 'customer',
  summary:
    'Change the own address, within ten minutes of giving the password; by a link where the server sends mail',
  failure: 'Failed to change your email',
  limit: 'password',
  bodyLimit: 8 * 1024,
  body: z.object({ email: credential('Email') }),
  status: 200,
  /** False if a link was sent, for every address alike. */
  response: z.object({ changed: z.boolean() }),
  errors: ['REAUTHENTICATION_REQUIRED', 'TOO_MANY_ATTEMPTS'],
});

export const viewEmailChange = defineRoute({
  method: 'POST',
  path: '/api/auth/email-change',
  access: 'public',
  summary: 'Which address a link confirms',
  failure: 'Failed to open the link',
  limit: 'link',
  bodyLimit: 8 * 1024,
  body: z.object({ token: linkToken }),
  status: 200,
  response: z.object({ email: z.string() }),
  errors: ['LINK_EXPIRED'],
});

export const confirmEmailChange = defineRoute({
  method: 'PUT',
  path: '/api/auth/email-change',
  access: 'public',
  summary: 'Change the address of an account to the one that the link was sent to',
  failure: 'Failed to change your email',
  limit: 'link',
  bodyLimit: 8 * 1024,
  body: z.object({ token: linkToken }),
  status: 200,
  response: z.object({ email: z.string() }),
  errors: ['LINK_EXPIRED'],
});
