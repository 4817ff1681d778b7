import * as z from 'zod/mini';
import { defineRoute } from '../shared/route.ts';

/** SPEC §6. */
export const roles = ['customer', 'educator'] as const;
export const role = z.enum(roles);
export type Role = (typeof roles)[number];

/** SPEC §9: a session lasts 30 days from its last success and is renewed at most every 30 minutes. */
export const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
export const SESSION_RENEWAL_MS = 30 * 60 * 1000;
/** However often it is renewed, a session ends this long after its sign-in. */
export const SESSION_MAX_MS = 90 * 24 * 60 * 60 * 1000;
/** Open sessions per account; a further sign-in ends the one unused the longest. */
export const MAX_SESSIONS = 20;

/** SPEC §9: five taps within 3 seconds open the educator login. A convenience; security does not depend on it. */
export const HIDDEN_ACCESS_TAPS = 5;
export const HIDDEN_ACCESS_WINDOW_MS = 3_000;

/** The signed-in user, in camelCase like SPEC §3's login response. */
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
  /** Last segment of `/educator/{slug}`; null without a profile path. */
  profilePath: z.nullable(z.string()),
  /** False if the account has passkeys and no password. */
  hasPassword: z.optional(z.boolean()),
  /** The operator asks educators for a second factor, and this one has none. */
  mustAddSecondFactor: z.optional(z.boolean()),
});
export type User = z.infer<typeof user>;

/** An email address or password as typed. */
export const credential = (name: string) =>
  z
    .string({ error: `${name} is required` })
    .check(
      z.minLength(1, { error: `${name} is required` }),
      z.maxLength(1024, { error: `${name} is too long` }),
    );

/** Identifies a browser that signed in to an account before. It survives a sign-out and lets its owner in during an attack. */
export const browserToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
/** One for each of the accounts that this browser signed in to last. */
export const MAX_BROWSER_TOKENS = 5;
export const browserTokens = z.array(browserToken).check(z.maxLength(MAX_BROWSER_TOKENS));

/** What a browser sends with every way to sign in. */
export const signInBrowser = {
  browserTokens: z.optional(browserTokens),
  /** The session this browser still has. A successful sign-in ends it. */
  replacedSessionToken: z.optional(z.string().check(z.maxLength(64))),
};
/** The answer of every way to sign in. */
export const signedIn = z.object({ sessionToken: z.string(), browserToken, user });

export const login = defineRoute({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary: 'Sign in as a customer or as an educator',
  failure: 'Login failed',
  bodyLimit: 8 * 1024,
  body: z.object({
    email: credential('Email'),
    password: credential('Password'),
    selectedRole: role,
    /** From an authenticator app, or a recovery code: for accounts that have switched it on. */
    code: z.optional(z.string().check(z.maxLength(64))),
    ...signInBrowser,
  }),
  response: signedIn,
  errors: [
    'BAD_CREDENTIALS',
    'SECOND_FACTOR_REQUIRED',
    'BAD_SECOND_FACTOR',
    'PASSKEY_REQUIRED',
    'ENROLMENT_REQUIRED',
    'TOO_MANY_ATTEMPTS',
    'BUSY',
  ],
});

export const logout = defineRoute({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'signedIn',
  allowsMissingSecondFactor: true,
  summary: 'End this session',
  failure: 'Logout failed',
  response: z.object({ success: z.literal(true) }),
});

export const currentUser = defineRoute({
  method: 'GET',
  path: '/api/auth/user',
  access: 'signedIn',
  allowsMissingSecondFactor: true,
  summary: 'The signed-in user',
  failure: 'Failed to get the signed-in user',
  response: user,
});
