import { hash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { dropInvisible } from '../../../contract/shared/text.ts';
import type { Transaction } from '../../database/connection.ts';
import {
  consumeRecoveryCode,
  selectTimeCodeForUpdate,
  type TimeCodeRow,
  updateTimeCode,
} from './time-codes-db.ts';

/** RFC 6238 with the values that every authenticator app knows. */
const TIME_CODE = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after the current one: clocks differ, and typing takes time. */
const WINDOW = 1;

export const createTimeCode = (secret: Buffer, label = '', issuer = ''): TOTP =>
  new TOTP({ ...TIME_CODE, label, issuer, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });

/** The time step of a valid code that was not used before; undefined otherwise. */
export const findStep = (
  { secret, lastStep }: Pick<TimeCodeRow, 'secret' | 'lastStep'>,
  typed: string,
  now: Date,
): number | undefined => {
  const token = dropInvisible(typed).replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = createTimeCode(secret).validate({ token, timestamp: now.getTime(), window: WINDOW });
  if (delta === null) return undefined;
  const step = Math.floor(now.getTime() / 1000 / TIME_CODE.period) + delta;
  return lastStep === null || step > lastStep ? step : undefined;
};

/** Ignores case, hyphens and spaces, as people type them. */
export const hashRecoveryCode = (typed: string): Buffer =>
  hash('sha256', typed.toLowerCase().replaceAll(/[^a-z0-9]/g, ''), 'buffer');

/** Whether a sign-in is complete; `none` if the account has not switched codes on. Each code works once. */
export const checkSecondFactor = async (
  tx: Transaction,
  userId: string,
  typed: string | undefined,
  now: Date,
): Promise<'none' | 'passed' | 'missing' | 'wrong'> => {
  const timeCode = await selectTimeCodeForUpdate(tx, userId);
  if (!timeCode?.confirmedAt) return 'none';
  if (typed === undefined) return 'missing';
  const lastStep = findStep(timeCode, typed, now);
  if (lastStep !== undefined) {
    await updateTimeCode(tx, userId, { lastStep });
    return 'passed';
  }
  return (await consumeRecoveryCode(tx, userId, hashRecoveryCode(typed), now)) ? 'passed' : 'wrong';
};
