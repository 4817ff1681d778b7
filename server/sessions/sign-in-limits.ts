import { createHmac, hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { User } from '../../contract/auth.ts';
import { dropInvisible } from '../../contract/text.ts';
import { AppError } from '../app-error.ts';
import { type Caller, createBoundedQueue } from '../bounded-queue.ts';
import type { Clock } from '../clock.ts';
import type { Db, Transaction } from '../database/connection.ts';
import { readDeploymentSecret } from '../database/deployment-secret.ts';
import { toNetwork } from '../network.ts';
import { MAX_EMAIL, NOBODY_ID, type UserRow } from '../users/users-db.ts';
import type { Origin } from '../viewer.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import {
  ACCOUNT_TOTAL,
  type AuthEvent,
  addFailure,
  countAuthEvent,
  deleteFailures,
  insertAuthEvent,
  isKnownSource,
  lockCounts,
  selectAccountFailures,
  selectKnownSources,
  selectSourceFailures,
  subtractFailure,
  upsertKnownSources,
} from './sign-in-limits-db.ts';

/** DESIGN §7: ten failures block a network, a known browser or a session for ten minutes. */
export const SOURCE_FAILURES = 10;
export const SOURCE_BLOCK_MS = 10 * 60_000;
/**
 * DESIGN §7: above this number of failures per hour, an account can only be tried from networks and browsers that signed
 * in to it before.
 */
export const ACCOUNT_FAILURES = 100;
export const ACCOUNT_WINDOW_MS = 60 * 60_000;
/** Mails that one network can ask for in an hour, whatever the addresses. */
const MAIL_REQUESTS = 20;
const MAIL_WINDOW_MS = 60 * 60_000;
/** Remembered networks and browsers per account. */
const MAX_KNOWN_SOURCES = 50;
/** Queued attempts per source: enough for an office signing in at once. */
const MAX_QUEUED = 50;
/** Sources whose refusals are being counted; more than that write a row each. */
const MAX_REFUSED_SOURCES = 10_000;

/** Longest stored user agent. */
const MAX_USER_AGENT_LENGTH = 300;

/** Account of the row that counts a network's requests for mails. */
const MAIL_TOTAL = 'mail';
const LOG_KEY = 'sign-in-log-key';

const toBrowserSource = (token: string): string => `browser:${hash('sha256', token, 'base64url')}`;

/** Limits the length of stored values. */
export const truncateOrigin = ({ address, userAgent }: Origin): Origin => ({
  address,
  userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
});

/** What somebody did with their own account. */
export const createOwnEvent = (
  kind: AuthEvent['kind'],
  at: Date,
  { id: userId, email, role: selectedRole }: Pick<User, 'id' | 'email' | 'role'>,
  origin: Origin,
) => ({ kind, at, email, userId, selectedRole, ...truncateOrigin(origin) });

export const normalizeEmail = (typed: string): string =>
  dropInvisible(typed).toLowerCase().slice(0, MAX_EMAIL);

export type Attempt = {
  email: string;
  /** What failures count against, where that is not the email: guesses of a password must not lock a passkey. */
  countedAs?: string;
  /** The account of the email; undefined if there is none. */
  user: Pick<UserRow, 'id'> | undefined;
  origin: Origin;
  /** The token of a browser that signed in before. */
  browserToken?: string | undefined;
  /** Set when somebody who is signed in confirms the password. */
  sessionId?: string;
  selectedRole: string | null;
  kinds: { failed: AuthEvent['kind']; refused: AuthEvent['kind'] };
};

type CountedAttempt = { source: string; account: string; caller: Caller; now: Date };

/** The rate limit of password attempts in all processes (DESIGN §7), and their log. */
export class SignInLimits {
  readonly #db: Db;
  readonly #clock: Clock;
  /** Counting waits for locks: in a flood it must not use up the connections. */
  readonly #runQueued = createBoundedQueue(2, 100);
  readonly #mutex = new KeyedMutex(MAX_QUEUED);
  /** The event that counts the current refusals of a source. */
  readonly #refusals = new LRUCache<string, bigint>({ max: MAX_REFUSED_SOURCES, ttl: SOURCE_BLOCK_MS });
  #logKey: Promise<string> | undefined;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Runs `verify` under the limits, one attempt per source at a time. An attempt counts as a failure before it is
   * verified, so parallel ones cannot pass together; a success takes back this account's failures of this source only.
   * `verify` returns undefined for a wrong password. Throws BUSY and TOO_MANY_ATTEMPTS.
   */
  async check<T>(
    attempt: Attempt,
    verify: (caller: Caller) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const { source, caller } = await this.#identify(attempt);
    const account = await this.#hashEmail(attempt.countedAs ?? attempt.email);
    return this.#mutex.run(source, async () => {
      const counted = { source, account, caller, now: this.#clock() };
      await this.#reserve(attempt, counted);
      let result: T | undefined;
      try {
        result = await verify(counted.caller);
      } catch (error) {
        await this.#db.transaction(async (tx) => {
          await subtractFailure(tx, source, account);
          await subtractFailure(tx, ACCOUNT_TOTAL, account);
        });
        throw error;
      }
      if (result === undefined) {
        await insertAuthEvent(this.#db, await this.toEvent(attempt, attempt.kinds.failed));
      } else {
        await this.#db.transaction(async (tx) => {
          await deleteFailures(tx, source, account);
          await subtractFailure(tx, ACCOUNT_TOTAL, account);
        });
      }
      return result;
    });
  }

  /** Where an attempt is counted. Sessions and known browsers have counts of their own: nobody else can block them. */
  async #identify({ user, origin, browserToken, sessionId }: Attempt) {
    if (sessionId !== undefined) return { source: `session:${sessionId}`, caller: 'known' as const };
    const network = `network:${toNetwork(origin.address)}`;
    const browser = browserToken && toBrowserSource(browserToken);
    // Asked for an unknown email too, so that time does not tell which exist.
    const userId = user?.id ?? NOBODY_ID;
    const known = await selectKnownSources(this.#db, userId, browser ? [browser, network] : [network]);
    return {
      source: browser && known.includes(browser) ? browser : network,
      caller: known.length > 0 ? ('known' as const) : ('stranger' as const),
    };
  }

  /**
   * Remembers network and browser of a successful sign-in. Returns the browser's token, a new one if it had none, and
   * whether the account had not been used in that browser.
   */
  async remember(
    tx: Transaction,
    user: Pick<UserRow, 'id'>,
    origin: Origin,
    presented: string | undefined,
  ): Promise<{ token: string; isNewBrowser: boolean }> {
    // A token this server did not issue is not accepted: somebody else may know it.
    const isIssued = presented !== undefined && (await isKnownSource(tx, toBrowserSource(presented)));
    const token = isIssued ? presented : randomBytes(32).toString('base64url');
    const browser = toBrowserSource(token);
    const isNewBrowser = (await selectKnownSources(tx, user.id, [browser])).length === 0;
    const sources = [`network:${toNetwork(origin.address)}`, browser];
    await upsertKnownSources(tx, user.id, sources, this.#clock(), MAX_KNOWN_SOURCES);
    return { token, isNewBrowser };
  }

  /** Counts a request for a mail. Throws TOO_MANY_ATTEMPTS, for every address alike. */
  async countMailRequest(tx: Transaction, { address }: Origin): Promise<void> {
    const source = `mail:${toNetwork(address)}`;
    const now = this.#clock();
    const since = new Date(now.getTime() - MAIL_WINDOW_MS);
    await addFailure(tx, source, MAIL_TOTAL, now, { since });
    const [count] = await selectSourceFailures(tx, source, since);
    if (!count || count.failures <= MAIL_REQUESTS) return;
    const retryAfterSeconds = Math.ceil((count.since.getTime() + MAIL_WINDOW_MS - now.getTime()) / 1000);
    throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds });
  }

  /** Takes back the failures of an account, and of this network for it: its owner has proved who they are. */
  async clearFailures(tx: Transaction, email: string, { address }: Origin): Promise<void> {
    const account = await this.#hashEmail(email);
    await deleteFailures(tx, `network:${toNetwork(address)}`, account);
    await deleteFailures(tx, ACCOUNT_TOTAL, account);
  }

  /** Counts the attempt as a failure in advance. Throws TOO_MANY_ATTEMPTS if source or account is blocked. */
  async #reserve(attempt: Attempt, { source, account, caller, now }: CountedAttempt): Promise<void> {
    const before = (ms: number) => new Date(now.getTime() - ms);
    const blockedUntil = await this.#runQueued(caller, () =>
      this.#db.transaction(async (tx) => {
        await lockCounts(tx, source, account);
        const failures = await selectSourceFailures(tx, source, before(SOURCE_BLOCK_MS));
        const sourceBlocked = findBlockEnd(failures);
        if (sourceBlocked) return sourceBlocked;
        const total = await selectAccountFailures(tx, account, before(ACCOUNT_WINDOW_MS));
        if (total && total.failures > ACCOUNT_FAILURES && caller === 'stranger')
          return total.since.getTime() + ACCOUNT_WINDOW_MS;
        await addFailure(tx, source, account, now, { lastAt: before(SOURCE_BLOCK_MS) });
        await addFailure(tx, ACCOUNT_TOTAL, account, now, { since: before(ACCOUNT_WINDOW_MS) });
        return undefined;
      }),
    );
    if (blockedUntil === undefined) return;
    await this.#logRefusal(attempt, source);
    const retryAfterSeconds = Math.ceil((blockedUntil - now.getTime()) / 1000);
    throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds });
  }

  /** One row per refused source and process; more refusals are counted in it. */
  async #logRefusal(attempt: Attempt, source: string): Promise<void> {
    const logged = this.#refusals.get(source);
    if (logged !== undefined && (await countAuthEvent(this.#db, logged))) return;
    const event = await this.toEvent(attempt, attempt.kinds.refused);
    this.#refusals.set(source, await insertAuthEvent(this.#db, event));
  }

  /** An event about this attempt. An unknown email is stored as a keyed hash: it may be a password. */
  async toEvent(
    { email, user, origin, selectedRole }: Omit<Attempt, 'kinds' | 'browserToken' | 'countedAs'>,
    kind: AuthEvent['kind'],
  ): Promise<AuthEvent> {
    // Computed for a known email too, so that both take the same time.
    const unknown = `unknown:${await this.#hashEmail(email)}`;
    const shown = user ? email : unknown;
    return {
      kind,
      at: this.#clock(),
      email: shown,
      userId: user?.id ?? null,
      selectedRole,
      ...truncateOrigin(origin),
    };
  }

  async #hashEmail(email: string): Promise<string> {
    this.#logKey ??= readDeploymentSecret(this.#db, LOG_KEY, 32);
    this.#logKey.catch(() => {
      this.#logKey = undefined;
    });
    return createHmac('sha256', await this.#logKey)
      .update(email)
      .digest('base64url');
  }
}

/** When fewer than ten failures remain within the window; undefined if that is so now. */
const findBlockEnd = (failures: readonly { failures: number; lastAt: Date }[]): number | undefined => {
  let remaining = failures.reduce((sum, row) => sum + row.failures, 0);
  let end: number | undefined;
  for (const { failures: count, lastAt } of failures) {
    if (remaining < SOURCE_FAILURES) return end;
    remaining -= count;
    end = lastAt.getTime() + SOURCE_BLOCK_MS;
  }
  return end;
};
