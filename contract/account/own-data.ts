import * as z from 'zod/mini';
import { defineRoute } from '../shared/route.ts';

/** What auth_events records. */
export const authEventKinds = [
  'sign_in',
  'sign_in_failed',
  'sign_in_refused',
  'sign_in_disowned',
  'sign_out',
  'sessions_ended',
  'password_changed',
  'email_change_requested',
  'email_changed',
  'password_refused',
  'password_reset_requested',
  'password_reset',
  'invitation_accepted',
  'passkey_added',
  'passkey_removed',
  'passkey_refused',
  'second_factor_added',
  'second_factor_removed',
  'second_factor_missing',
  'second_factor_refused',
  'recovery_codes_renewed',
  'token_added',
  'token_revoked',
  'data_exported',
  'invited',
  'invitation_revoked',
  'reset_sent',
  'account_disabled',
  'account_enabled',
  'account_deleted',
  'operator_link_used',
  'operator_sign_in',
  'operator_passkey_added',
  'operator_passkeys_removed',
  'destination_changed',
] as const;

const accountActivity = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(authEventKinds),
  address: z.string(),
  userAgent: z.nullable(z.string()),
  /** Equal events are counted in one entry. */
  attempts: z.number(),
  /** A sign-in with a browser that this account had not used before. */
  newBrowser: z.boolean(),
});
export type AccountActivity = z.infer<typeof accountActivity>;

/** Entries shown of the activity. */
export const MAX_ACTIVITY = 30;

export const listActivity = defineRoute({
  method: 'GET',
  path: '/api/auth/activity',
  access: 'signedIn',
  summary: `The newest ${MAX_ACTIVITY} sign-ins and other security events of this account`,
  failure: 'Failed to load your activity',
  response: z.array(accountActivity),
});

export const exportOwnData = defineRoute({
  method: 'GET',
  path: '/api/auth/export',
  // What educators have published is too much for one answer: their operator exports it.
  access: 'customer',
  summary: 'All stored data of this account, within ten minutes of giving the password',
  failure: 'Failed to collect your data',
  limit: 'password',
  response: z.object({
    exported_at: z.string(),
    person: z.record(z.string(), z.unknown()),
    /** Rows by table. */
    tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
    /** Columns left out: secrets that say nothing about the person, and which operator acted. */
    withheld: z.array(z.string()),
  }),
  errors: ['REAUTHENTICATION_REQUIRED'],
});

export const deleteOwnAccount = defineRoute({
  method: 'DELETE',
  path: '/api/auth/account',
  // Customers rely on what an educator published, so an operator decides about those accounts.
  access: 'customer',
  summary: 'Delete this account and its data, within ten minutes of giving the password',
  failure: 'Failed to delete your account',
  response: z.object({ success: z.literal(true) }),
  errors: ['REAUTHENTICATION_REQUIRED'],
});
