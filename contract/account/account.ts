import * as z from 'zod/mini';
import { defineRoute } from '../shared/route.ts';
import { credential } from './auth.ts';

/** A session of this account. Its owner sees it as a device. */
const ownSession = z.object({
  id: z.string(),
  createdAt: z.string(),
  /** Last use, accurate to half an hour (SESSION_RENEWAL_MS). */
  renewedAt: z.string(),
  expiresAt: z.string(),
  address: z.string(),
  userAgent: z.nullable(z.string()),
  /** Whether this is the caller's own session. */
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const listSessions = defineRoute({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'signedIn',
  summary: 'Open sessions of this account, last used first',
  failure: 'Failed to load your devices',
  response: z.array(ownSession),
});

export const endSession = defineRoute({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  access: 'signedIn',
  summary: 'End one session of this account; another one only within ten minutes of giving the password',
  failure: 'Failed to log out the device',
  params: z.object({ id: z.guid({ error: 'Not an id' }) }),
  response: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
});

export const endAllSessions = defineRoute({
  method: 'DELETE',
  path: '/api/auth/sessions',
  access: 'signedIn',
  summary: 'End all sessions of this account, including this one, within ten minutes of giving the password',
  failure: 'Failed to log out everywhere',
  response: z.object({ success: z.literal(true) }),
  errors: ['REAUTHENTICATION_REQUIRED'],
});

export const endOtherSessions = defineRoute({
  method: 'DELETE',
  path: '/api/auth/other-sessions',
  access: 'signedIn',
  summary: 'End all sessions of this account but this one, within ten minutes of giving the password',
  failure: 'Failed to log out the other devices',
  response: z.object({ success: z.literal(true) }),
  errors: ['REAUTHENTICATION_REQUIRED'],
});

export const confirmPassword = defineRoute({
  method: 'POST',
  path: '/api/auth/confirm',
  access: 'signedIn',
  allowsMissingSecondFactor: true,
  summary: 'Give the password again, for changes that need it to be at most ten minutes old',
  failure: 'Failed to confirm your password',
  limit: 'password',
  bodyLimit: 8 * 1024,
  body: z.object({ password: credential('Password') }),
  response: z.object({ success: z.literal(true) }),
  errors: ['TOO_MANY_ATTEMPTS', 'BUSY'],
});

/** For new passwords. The server also rejects those that are easy to guess. */
export const MIN_PASSWORD = 12;
export const newPassword = (name: string) =>
  credential(name).check(z.minLength(MIN_PASSWORD, { error: `Use at least ${MIN_PASSWORD} characters` }));

export const changePassword = defineRoute({
  method: 'PUT',
  path: '/api/auth/password',
  access: 'signedIn',
  allowsMissingSecondFactor: true,
  summary: 'Change the password; ends all other sessions',
  failure: 'Failed to change your password',
  limit: 'password',
  bodyLimit: 8 * 1024,
  body: z.object({
    /** May be left out to set a first one, within ten minutes after the sign-in. */
    currentPassword: z.optional(credential('Current password')),
    newPassword: newPassword('New password'),
  }),
  response: z.object({ success: z.literal(true) }),
  errors: ['REAUTHENTICATION_REQUIRED', 'TOO_MANY_ATTEMPTS', 'BUSY'],
});
