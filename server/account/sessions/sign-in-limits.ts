import { hash, randomBytes } from 'node:crypto';
import PQueue from 'p-queue';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { MAX_SESSIONS } from '../../../contract/account/auth.ts';
import { dropInvisible } from '../../../contract/shared/text.ts';
import type { Transaction } from '../../database/connection.ts';
import type { Database } from '../../database/database.ts';
import { createDeploymentHmac } from '../../database/deployment-secret.ts';
import type { Origin } from '../../http/viewer.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Env } from '../../shared/env.ts';
import { toNetwork, toSite } from '../../shared/network.ts';
import { MAX_EMAIL, NOBODY_ID, type UserRow } from '../users/users-db.ts';
import { type AuthEvent, addAuthEvent, insertAuthEvent, truncateOrigin } from './auth-events-db.ts';
import { selectKnownSources, upsertKnownSources } from './known-sources-db.ts';

/** DESIGN §7: `points` within `duration` seconds of the first one, counted in PostgreSQL for all processes. */
export const SIGN_IN_LIMITS = {
  /** Failures of a network, of a known browser or of a session. */
  failures: { points: 10, duration: 600 },
  /** Failures of an account. Above it, only networks and browsers that signed in to it before may try. */
  account: { points: 100, duration: 3600 },
  /** Sign-ins to an account: as many as it can have sessions would end those that it has. */
  successes: { points: MAX_SESSIONS / 2, duration: 600 },
  /** Mails that a network asks for, whatever the addresses. */
  mails: { points: 20, duration: 3600 },
} as const;
type LimitName = keyof typeof SIGN_IN_LIMITS;
/** Attempts from a network or session, also successful ones: an office fits in. Counted per process, whose work they are. */
export const NETWORK_ATTEMPTS = { points: 300, duration: 600 };

/** Attempts that are worked on: they need connections of the database, and hashes. */
const ATTEMPTS_AT_ONCE = 4;
/** Attempts that wait in one place of the order; more are refused. */
const MAX_WAITING = 100;
const BUSY_RETRY_SECONDS = 2;

/** Remembered networks and browsers per account. */
const MAX_KNOWN_SOURCES = 50;
const LOG_KEY = 'sign-in-log-key';

const toBrowserSource = (token: string): string => `browser:${hash('sha256', token, 'base64url')}`;
const toNetworkSource = ({ address }: Origin): string => `network:${toNetwork(address)}`;

export const normalizeEmail = (typed: string): string =>
  dropInvisible(typed).toLowerCase().slice(0, MAX_EMAIL);

export type Attempt = {
  email: string;
  /** What is counted, where that is not the email: guesses of a password must not lock a passkey. */
  countedAs?: string;
  /** The account of the email; undefined if there is none. */
  user: Pick<UserRow, 'id'> | undefined;
  origin: Origin;
  /** The tokens of a browser that signed in before. */
  browserTokens?: readonly string[] | undefined;
  /** Set when somebody who is signed in confirms the password. */
  sessionId?: string;
  selectedRole: string | null;
  kinds: { failed: AuthEvent['kind']; refused: AuthEvent['kind'] };
};

/** The limits of sign-ins in all processes (DESIGN §7), and their log. */
export class SignInLimits {
  readonly #database: Pick<Database, 'db'>;
  readonly #clock: Clock;
  readonly #attempts: RateLimiterMemory;
  readonly #limiters: Record<LimitName, RateLimiterPostgres>;
  /** Attempts of each site that are not decided. What a site tried before does not count: an office signs in all day. */
  readonly #waiting = new Map<string, number>();
  readonly #queue = new PQueue({ concurrency: ATTEMPTS_AT_ONCE });
  readonly #hmac: ReturnType<typeof createDeploymentHmac>;

  constructor(
    database: Pick<Database, 'db' | 'pool'>,
    clock: Clock,
    { rateLimits }: Pick<Env, 'rateLimits'>,
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#hmac = createDeploymentHmac(database.db, LOG_KEY);
    // Guesses are limited in load tests too.
    const unlessOff = <T extends object>(limit: T) =>
      rateLimits === 'off' ? { ...limit, points: 1e9 } : limit;
    const createLimiter = (keyPrefix: LimitName, limit: { points: number; duration: number }) =>
      new RateLimiterPostgres({
        ...limit,
        keyPrefix,
        storeClient: database.pool,
        storeType: 'pool',
        tableName: 'sign_in_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
      });
    this.#attempts = new RateLimiterMemory(unlessOff(NETWORK_ATTEMPTS));
    this.#limiters = {
      failures: createLimiter('failures', SIGN_IN_LIMITS.failures),
      account: createLimiter('account', SIGN_IN_LIMITS.account),
      successes: createLimiter('successes', unlessOff(SIGN_IN_LIMITS.successes)),
      mails: createLimiter('mails', SIGN_IN_LIMITS.mails),
    };
  }

  /**
   * Runs `verify` under the limits, of those that wait the site with the fewest attempts first. `verify` returns undefined for a
   * wrong password; what it throws counts neither as failure nor as success. Throws TOO_MANY_ATTEMPTS and BUSY.
   */
  async check<T>(attempt: Attempt, verify: () => Promise<T | undefined>): Promise<T | undefined> {
    const { origin, sessionId, browserTokens = [] } = attempt;
    const tries = await this.#attempts.penalty(sessionId ?? toNetwork(origin.address));
    const isOver = tries.consumedPoints > this.#attempts.points;
    if (isOver && sessionId === undefined && browserTokens.length === 0) return refuse(tries);
    const site = sessionId ?? toSite(origin.address);
    const waiting = (this.#waiting.get(site) ?? 0) + 1;
    // Those above the limit wait together: one with a known browser may be among them.
    const priority = -(isOver ? this.#attempts.points : Math.min(waiting, this.#attempts.points - 1));
    if (this.#queue.sizeBy({ priority }) >= MAX_WAITING)
      throw new AppError('BUSY', { retryAfterSeconds: BUSY_RETRY_SECONDS });
    this.#waiting.set(site, waiting);
    try {
      return await this.#queue.add(() => this.#checkInTurn(attempt, verify, isOver ? tries : null), {
        priority,
      });
    } finally {
      const rest = (this.#waiting.get(site) ?? 0) - 1;
      if (rest > 0) this.#waiting.set(site, rest);
      else this.#waiting.delete(site);
    }
  }

  /** Counts failure and success before, so that parallel attempts cannot pass together, and takes back what did not happen. */
  async #checkInTurn<T>(
    attempt: Attempt,
    verify: () => Promise<T | undefined>,
    networkLimit: RateLimiterRes | null,
  ): Promise<T | undefined> {
    const { source, isKnown } = await this.#identify(attempt);
    const account = await this.#hashEmail(attempt.countedAs ?? attempt.email);
    const { failures, account: accountFailures, successes } = this.#limiters;
    const taken: { limiter: RateLimiterPostgres; key: string }[] = [];
    const take = async (limiter: RateLimiterPostgres, key: string, isLimited = true) => {
      await (isLimited ? limiter.consume(key) : limiter.penalty(key));
      taken.push({ limiter, key });
    };
    let outcome: 'failure' | 'success' | undefined;
    try {
      if (networkLimit && source === toNetworkSource(attempt.origin)) throw networkLimit;
      await take(failures, source);
      await take(accountFailures, account, !isKnown);
      // Somebody who is signed in opens no other session.
      if (attempt.sessionId === undefined) await take(successes, await this.#hashEmail(attempt.email));
      const result = await verify();
      outcome = result === undefined ? 'failure' : 'success';
      if (outcome === 'failure')
        await insertAuthEvent(this.#database.db, await this.toEvent(attempt, attempt.kinds.failed));
      return result;
    } catch (error) {
      if (error instanceof RateLimiterRes) {
        const since = new Date(this.#clock().getTime() - SIGN_IN_LIMITS.failures.duration * 1000);
        await addAuthEvent(this.#database.db, await this.toEvent(attempt, attempt.kinds.refused), since);
      }
      return refuse(error);
    } finally {
      for (const { limiter, key } of taken)
        if (outcome !== (limiter === successes ? 'success' : 'failure')) await limiter.reward(key);
    }
  }

  /** Where failures are counted. Sessions and known browsers have counts of their own: nobody else can block them. */
  async #identify({ user, origin, browserTokens = [], sessionId }: Attempt) {
    if (sessionId !== undefined) return { source: `session:${sessionId}`, isKnown: true };
    const network = toNetworkSource(origin);
    const browsers = browserTokens.map(toBrowserSource);
    // Asked for an unknown email too, so that time does not tell which exist.
    const userId = user?.id ?? NOBODY_ID;
    const known = await selectKnownSources(this.#database.db, userId, [network, ...browsers]);
    return {
      source: browsers.find((browser) => known.includes(browser)) ?? network,
      isKnown: known.length > 0,
    };
  }

  /**
   * Remembers network and browser of a successful sign-in. Returns the browser's token for this account, a new one if it
   * presented none: whoever was given another account's token may know it. A browser in a network that the account has not been
   * used from is a new one: its token may be a copy.
   */
  async remember(
    tx: Transaction,
    user: Pick<UserRow, 'id'>,
    origin: Origin,
    presented: readonly string[] = [],
  ): Promise<{ token: string; isNewBrowser: boolean }> {
    const network = toNetworkSource(origin);
    const known = await selectKnownSources(tx, user.id, [network, ...presented.map(toBrowserSource)]);
    const issued = presented.find((token) => known.includes(toBrowserSource(token)));
    const token = issued ?? randomBytes(32).toString('base64url');
    const sources = [network, toBrowserSource(token)];
    await upsertKnownSources(tx, user.id, sources, this.#clock(), MAX_KNOWN_SOURCES);
    return { token, isNewBrowser: issued === undefined || !known.includes(network) };
  }

  /** Counts a request for a mail. Throws TOO_MANY_ATTEMPTS, for every address alike. */
  async countMailRequest(origin: Origin): Promise<void> {
    await this.#limiters.mails.consume(toNetworkSource(origin)).catch(refuse);
  }

  /** Takes back what was counted of an account, and the failures of this network: its owner has proved who they are. */
  async clear(email: string, origin: Origin): Promise<void> {
    const account = await this.#hashEmail(email);
    await this.#limiters.failures.delete(toNetworkSource(origin));
    await this.#limiters.account.delete(account);
    await this.#limiters.successes.delete(account);
  }

  /** An event about this attempt. An unknown email is stored as a keyed hash: it may be a password. */
  async toEvent(
    { email, user, origin, selectedRole }: Pick<Attempt, 'email' | 'user' | 'origin' | 'selectedRole'>,
    kind: AuthEvent['kind'],
  ): Promise<AuthEvent> {
    // Computed for a known email too, so that both take the same time.
    const unknown = `unknown:${await this.#hashEmail(email)}`;
    return {
      kind,
      at: this.#clock(),
      email: user ? email : unknown,
      userId: user?.id ?? null,
      selectedRole,
      ...truncateOrigin(origin),
    };
  }

  async #hashEmail(email: string): Promise<string> {
    return (await this.#hmac(email)).toString('base64url');
  }
}

/** Turns the refusal of a limiter into TOO_MANY_ATTEMPTS. */
const refuse = (error: unknown): never => {
  if (!(error instanceof RateLimiterRes)) throw error;
  throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: Math.ceil(error.msBeforeNext / 1000) });
};
