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

/** DESIGN §7: ten consecutive failures block an address for ten minutes. */
export const ADDRESS_FAILURES = 10;
export const ADDRESS_BLOCK_MS = 10 * 60_000;
/**
 * DESIGN §7: above this number of failures per hour, an account can only be tried from addresses that signed in to it
 * before.
 */
export const ACCOUNT_FAILURES = 100;
export const ACCOUNT_WINDOW_MS = 60 * 60_000;

export type Attempt = { address: string; email: string; userId: string | null; now: Date };

/** An IPv6 household has a whole /64, so single addresses are not counted. */
const toNetwork = (address: string) => {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = address.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0;
  return [...groups, ...Array<string>(missing).fill('0'), ...tail.split(':').filter(Boolean)]
    .slice(0, 4)
    .join(':');
};

const addressKey = (attempt: Attempt) => `address:${toNetwork(attempt.address)}`;
/** Hashed, so the table has no list of mistyped addresses. */
const accountKey = (attempt: Attempt) =>
  `account:${createHash('sha256').update(attempt.email).digest('hex')}`;

const elapsed = (since: Date, now: Date) => now.getTime() - since.getTime();
const isBlocked = (count: FailureCount | undefined, now: Date) =>
  count !== undefined && count.failures >= ADDRESS_FAILURES && elapsed(count.lastAt, now) < ADDRESS_BLOCK_MS;
const isOverLimit = (count: FailureCount | undefined, now: Date) =>
  count !== undefined && count.failures > ACCOUNT_FAILURES && elapsed(count.since, now) < ACCOUNT_WINDOW_MS;

/** Throws TOO_MANY_ATTEMPTS if this address, or this account from this address, is blocked. */
export const assertWithinLimits = async (db: Connection, attempt: Attempt): Promise<void> => {
  const byAddress = await selectFailures(db, addressKey(attempt));
  if (byAddress && isBlocked(byAddress, attempt.now)) {
    const left = ADDRESS_BLOCK_MS - elapsed(byAddress.lastAt, attempt.now);
    throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: Math.ceil(left / 1000) });
  }
  const byAccount = await selectFailures(db, accountKey(attempt));
  if (!isOverLimit(byAccount, attempt.now)) return;
  if (attempt.userId !== null && (await hasSignedInFrom(db, attempt.userId, attempt.address))) return;
  throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: ADDRESS_BLOCK_MS / 1000 });
};

/** Counts a wrong password for the address and the account. */
export const recordFailure = async (db: Connection, attempt: Attempt): Promise<void> => {
  const byAddress = await selectFailures(db, addressKey(attempt));
  // The block is over, so the count of consecutive failures starts again.
  await countFailure(db, addressKey(attempt), attempt.now, (byAddress?.failures ?? 0) >= ADDRESS_FAILURES);
  const byAccount = await selectFailures(db, accountKey(attempt));
  const hourOver = byAccount !== undefined && elapsed(byAccount.since, attempt.now) >= ACCOUNT_WINDOW_MS;
  await countFailure(db, accountKey(attempt), attempt.now, hourOver);
};

/**
 * A successful sign-in resets this address's failures only: an attacker's count must not be reset by the account's
 * owner.
 */
export const recordSuccess = (db: Connection, attempt: Attempt): Promise<void> =>
  deleteFailures(db, addressKey(attempt));
