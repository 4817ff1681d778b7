import * as z from 'zod/mini';
import { credential } from './auth.ts';
import { defineRoute } from './route.ts';

/** A device that is signed in: one session of this account. */
export const deviceSession = z.object({
  id: z.string(),
  createdAt: z.string(),
  /** When it was last in use, to half an hour (SESSION_RENEWAL_MS). */
  renewedAt: z.string(),
  expiresAt: z.string(),
  address: z.string(),
  userAgent: z.nullable(z.string()),
  /** The one that asks. */
  current: z.boolean(),
});
export type DeviceSession = z.infer<typeof deviceSession>;

export const listSessions = defineRoute({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'signedIn',
  summary: 'Own devices: the open sessions of this account, the latest used first',
  failure: 'Failed to get your devices',
  status: 200,
  response: z.array(deviceSession),
  errors: [],
});

export const endSession = defineRoute({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  access: 'signedIn',
  summary: 'Sign one own device out',
  failure: 'Failed to sign the device out',
  params: z.object({ id: z.guid({ error: 'Not an id' }) }),
  status: 200,
  response: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND'],
});

export const endAllSessions = defineRoute({
  method: 'DELETE',
  path: '/api/auth/sessions',
  access: 'signedIn',
  summary: 'Sign out everywhere, on this device too',
  failure: 'Failed to sign out everywhere',
  status: 200,
  response: z.object({ success: z.literal(true) }),
  errors: [],
});

/** As long as operators' passwords are; longer than NIST SP 800-63B asks for. */
export const MIN_PASSWORD = 10;

export const changePassword = defineRoute({
  method: 'PUT',
  path: '/api/auth/password',
  access: 'signedIn',
  summary: 'Change the own password; ends the other sessions',
  failure: 'Failed to change your password',
  bodyLimit: 8 * 1024,
  body: z.object({
    currentPassword: credential('Current password'),
    newPassword: credential('New password').check(
      z.minLength(MIN_PASSWORD, { error: `A password has at least ${MIN_PASSWORD} characters` }),
    ),
  }),
  status: 200,
  response: z.object({ success: z.literal(true) }),
  errors: ['TOO_MANY_ATTEMPTS', 'BUSY'],
});
