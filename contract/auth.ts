import * as z from 'zod/mini';
import { defineRoute } from './route.ts';

/** SPEC §6. */
export const roles = ['customer', 'educator'] as const;
export const role = z.enum(roles);
export type Role = (typeof roles)[number];

/** SPEC §9: a session lasts 30 days from its last success and is renewed at most every 30 minutes. */
export const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
export const SESSION_RENEWAL_MS = 30 * 60 * 1000;

/** SPEC §9: 5 taps within 3 seconds open the educator login. A courtesy, no security rests on it. */
export const HIDDEN_ACCESS_TAPS = 5;
export const HIDDEN_ACCESS_WINDOW_MS = 3_000;

/** The signed-in user, camelCase as SPEC §3 has the login answer. */
export const user = z.object({
  id: z.string(),
  role,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  specialty: z.nullable(z.string()),
  profileImage: z.nullable(z.string()),
  /** "1" to "7" for educators ("9" is hidden test data), null for customers. */
  educatorId: z.nullable(z.string()),
  /** Last part of `/educator/{slug}` for the educators who have a profile path. */
  profilePath: z.nullable(z.string()),
});
export type User = z.infer<typeof user>;

const credential = (name: string) =>
  z
    .string({ error: `${name} is required` })
    .check(
      z.minLength(1, { error: `${name} is required` }),
      z.maxLength(1024, { error: `${name} is too long` }),
    );

export const login = defineRoute({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary: 'Sign in as a customer or as an educator',
  failure: 'Login failed',
  bodyLimit: 8 * 1024,
  body: z.object({ email: credential('Email'), password: credential('Password'), selectedRole: role }),
  status: 200,
  response: z.object({ sessionToken: z.string(), user }),
  errors: ['BAD_CREDENTIALS', 'TOO_MANY_ATTEMPTS', 'BUSY'],
});

export const logout = defineRoute({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'signedIn',
  summary: 'End this session',
  failure: 'Logout failed',
  status: 200,
  response: z.object({ success: z.literal(true) }),
  errors: [],
});

export const currentUser = defineRoute({
  method: 'GET',
  path: '/api/auth/user',
  access: 'signedIn',
  summary: 'The signed-in user',
  failure: 'Failed to get the signed-in user',
  status: 200,
  response: user,
  errors: [],
});

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
