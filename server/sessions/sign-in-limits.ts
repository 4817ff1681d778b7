import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { AppError } from '../app-error.ts';
import type { Connection } from '../database/connection.ts';
import {
  countFailure,
  deleteFailures,
  type FailureCount,
  hasSignedInFrom,
  selectFailures,
} from './sign-in-limits-db.ts';

/** DESIGN §7: ten failures in a row from one address, ten minutes' pause. */
export const ADDRESS_FAILURES = 10;
export const ADDRESS_PAUSE_MS = 10 * 60_000;
/** DESIGN §7: beyond this many failures an hour, an account may be tried only from addresses that know it. */
export const ACCOUNT_FAILURES = 100;
export const ACCOUNT_WINDOW_MS = 60 * 60_000;

export type Attempt = { address: string; email: string; userId: string | null; now: Date };

/** One household of IPv6 has a whole /64; counting single addresses there would count nothing. */
const networkOf = (address: string) => {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = address.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0;
  return [...groups, ...Array<string>(missing).fill('0'), ...tail.split(':').filter(Boolean)]
    .slice(0, 4)
    .join(':');
};

const addressKey = (attempt: Attempt) => `address:${networkOf(attempt.address)}`;
/** A digest, so the table holds no list of addresses people mistyped. */
const accountKey = (attempt: Attempt) =>
  `account:${createHash('sha256').update(attempt.email).digest('hex')}`;

const passed = (since: Date, now: Date) => now.getTime() - since.getTime();
const isPaused = (count: FailureCount | undefined, now: Date) =>
  count !== undefined && count.failures >= ADDRESS_FAILURES && passed(count.lastAt, now) < ADDRESS_PAUSE_MS;
const isCrowded = (count: FailureCount | undefined, now: Date) =>
  count !== undefined && count.failures > ACCOUNT_FAILURES && passed(count.since, now) < ACCOUNT_WINDOW_MS;

/** Throws TOO_MANY_ATTEMPTS when this address, or this account from this address, must wait. */
export const assertMayTry = async (db: Connection, attempt: Attempt): Promise<void> => {
  const byAddress = await selectFailures(db, addressKey(attempt));
  if (byAddress && isPaused(byAddress, attempt.now)) {
    const left = ADDRESS_PAUSE_MS - passed(byAddress.lastAt, attempt.now);
    throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: Math.ceil(left / 1000) });
  }
  const byAccount = await selectFailures(db, accountKey(attempt));
  if (!isCrowded(byAccount, attempt.now)) return;
  if (attempt.userId !== null && (await hasSignedInFrom(db, attempt.userId, attempt.address))) return;
  throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: ADDRESS_PAUSE_MS / 1000 });
};

/** Counts a wrong password against the address and the account. */
export const recordFailure = async (db: Connection, attempt: Attempt): Promise<void> => {
  const byAddress = await selectFailures(db, addressKey(attempt));
  // Having come this far with ten on the count means the pause was served: the row of failures begins anew.
  await countFailure(db, addressKey(attempt), attempt.now, (byAddress?.failures ?? 0) >= ADDRESS_FAILURES);
  const byAccount = await selectFailures(db, accountKey(attempt));
  const hourOver = byAccount !== undefined && passed(byAccount.since, attempt.now) >= ACCOUNT_WINDOW_MS;
  await countFailure(db, accountKey(attempt), attempt.now, hourOver);
};

/** A success ends the address's row of failures. The account's hour goes on: an attacker must not be reset by its owner. */
export const recordSuccess = (db: Connection, attempt: Attempt): Promise<void> =>
  deleteFailures(db, addressKey(attempt));
