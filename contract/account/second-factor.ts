import * as z from 'zod/mini';
import { defineRoute } from '../shared/route.ts';

/** Whether educators must have a second factor. */
export const secondFactorRules = ['optional', 'required'] as const;

/** A time-based code or a recovery code as typed. */
const secondFactorCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));

export const RECOVERY_CODE_COUNT = 10;
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const getSecondFactor = defineRoute({
  method: 'GET',
  path: '/api/auth/second-factor',
  access: 'educator',
  allowsMissingSecondFactor: true,
  summary: 'Whether sign-ins of this account need a time-based code, and how many recovery codes are left',
  failure: 'Failed to load your second factor',
  response: z.object({ timeCode: z.boolean(), recoveryCodesLeft: z.number() }),
});

export const startTimeCode = defineRoute({
  method: 'POST',
  path: '/api/auth/time-code',
  access: 'educator',
  allowsMissingSecondFactor: true,
  summary: 'Make a secret for an authenticator app, within ten minutes of giving the password',
  failure: 'Failed to make the secret',
  response: z.object({
    /** Base32, for typing. */
    secret: z.string(),
    /** otpauth:// address, for the drawing that apps read. */
    uri: z.string(),
  }),
  errors: ['REAUTHENTICATION_REQUIRED', 'SECOND_FACTOR_EXISTS'],
});

export const confirmTimeCode = defineRoute({
  method: 'POST',
  path: '/api/auth/time-code/confirm',
  access: 'educator',
  allowsMissingSecondFactor: true,
  summary: 'Switch the time-based code on by giving a first one. Returns the recovery codes, once',
  failure: 'Failed to check the code',
  limit: 'password',
  body: z.object({ code: secondFactorCode }),
  response: recoveryCodes,
  errors: ['REAUTHENTICATION_REQUIRED', 'SECOND_FACTOR_EXISTS'],
});

export const removeTimeCode = defineRoute({
  method: 'DELETE',
  path: '/api/auth/time-code',
  access: 'educator',
  summary: 'Switch the time-based code off, within ten minutes of giving the password',
  failure: 'Failed to switch the code off',
  response: z.object({ success: z.literal(true) }),
  errors: ['REAUTHENTICATION_REQUIRED', 'NOT_FOUND'],
});

export const renewRecoveryCodes = defineRoute({
  method: 'POST',
  path: '/api/auth/recovery-codes',
  access: 'educator',
  summary: 'Make new recovery codes, which replace the former, within ten minutes of giving the password',
  failure: 'Failed to make recovery codes',
  response: recoveryCodes,
  errors: ['REAUTHENTICATION_REQUIRED', 'NOT_FOUND'],
});
