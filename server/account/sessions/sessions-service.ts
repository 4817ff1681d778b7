import { hash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import {
  MAX_SESSIONS,
  SESSION_LIFETIME_MS,
  SESSION_MAX_MS,
  SESSION_RENEWAL_MS,
} from '../../../contract/account/auth.ts';
import type { Connection, Db, Transaction } from '../../database/connection.ts';
import { classifyDatabaseError } from '../../database/database-errors.ts';
import type { Origin, Viewer } from '../../http/viewer.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Env } from '../../shared/env.ts';
import { deleteAccessTokens } from '../tokens/access-tokens-db.ts';
import { lockUser, type UserRow } from '../users/users-db.ts';
import { toUserDto } from '../users/users-service.ts';
import {
  type ActiveSession,
  insertSession,
  type SessionRow,
  selectActiveSessions,
  selectAuthenticatedAt,
  selectEndedSessions,
  selectInactiveIds,
  updateAuthenticatedAt,
  updateOwnSessionsEnded,
  updateSessionEnded,
  updateSessionEndedByHash,
  updateSessionRenewal,
  updateSurplusEnded,
} from './sessions-db.ts';

/** A token is 32 random bytes in base64url: 43 characters. Others are rejected without a query. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const MAX_CACHED_SESSIONS = 50_000;
/** More than can end while one of them is looked up. */
const MAX_ENDED_SESSIONS = 10_000;
/** How long a cached session is used before it is reloaded (a changed name, a disabled account). */
const RECHECK_MS = 60_000;
/** How long a request waits for that reload; then the cached session is used, and reloaded with a later request. */
const RECHECK_WAIT_MS = 1_000;
const RECHECK_RETRY_MS = 5_000;
/** DESIGN §7: sensitive changes need a password given at most ten minutes ago. */
export const AUTHENTICATION_MAX_AGE_MS = 10 * 60_000;
/**
 * How often ended sessions are read at most, however many end. DESIGN §5: one ends everywhere within 5 s, also while
 * announcements may be lost, which is known after 4 s.
 */
const ENDED_CHECK_MS = 1_000;
/** Look-back window of a read, so that late commits are not missed. */
const ENDED_OVERLAP_MS = 60_000;

/** Base64 is the key format, because hashing to it creates no intermediate object. */
const hashToken = (token: string): string => hash('sha256', token, 'base64');
/**
 * Look-ups of uncached sessions are batched until no more arrive for a moment, or the first has waited the maximum.
 * When ten thousand readers reconnect to a new process, the database gets a few dozen queries instead of ten
 * thousand.
 */
const BATCH_IDLE_MS = 10;
const BATCH_MAX_WAIT_MS = 100;
const MAX_BATCH_SIZE = 500;

const toStoredHash = (tokenHash: string): Buffer => Buffer.from(tokenHash, 'base64');

type CachedSession = {
  viewer: Viewer;
  checkedAt: number;
  /** By `performance.now()`: when its row was asked for, and when this process last changed its user. */
  askedAt: number;
  changedAt: number;
};

/** Never while a second factor must be added: another process may just have done it. */
const isUsable = ({ viewer, askedAt, changedAt }: CachedSession): boolean =>
  askedAt > changedAt && !viewer.user.mustAddSecondFactor;

const isFresh = (known: CachedSession | undefined, now: number): known is CachedSession =>
  known !== undefined && isUsable(known) && now - known.checkedAt < RECHECK_MS;

/** Whether the session can be used without the database. */
const isCurrent = (known: CachedSession | undefined, now: number): known is CachedSession =>
  isFresh(known, now) && now < known.viewer.expiresAt && now - known.viewer.renewedAt < SESSION_RENEWAL_MS;

/** Tells when sessions have ended in any process, or may have. */
type EndAnnouncements = {
  onSessionsEnded(listener: () => void): void;
  subscribe(listener: { event: () => void; reset: () => void }): void;
};

/** Sessions cached in memory and kept current with the database. */
export class Sessions {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #secondFactor: Env['educatorSecondFactor'];
  /** Token hash by session id, to remove a session from the cache by its id. */
  readonly #hashById = new Map<string, string>();
  readonly #cache = new LRUCache<string, CachedSession>({
    max: MAX_CACHED_SESSIONS,
    dispose: (known, _hash, reason) => {
      if (reason !== 'set') this.#hashById.delete(known.viewer.sessionId);
    },
  });
  /** Ended while they were looked up, they must not be cached as active. */
  readonly #ended = new LRUCache<string, true>({ max: MAX_ENDED_SESSIONS });
  readonly #loader: DataLoader<string, ActiveSession | null>;
  /** Time of the last look-up. */
  #lastLookupAt = 0;
  readonly #listeners = new Set<(sessionIds: readonly string[]) => void>();
  /** The next read of ended sessions. */
  #timer: NodeJS.Timeout | undefined;
  /** Time of the last one. */
  #endsReadAt = Number.NEGATIVE_INFINITY;
  #isStopped = false;

  constructor(db: Db, clock: Clock, secondFactor: Env['educatorSecondFactor'] = 'optional') {
    this.#db = db;
    this.#secondFactor = secondFactor;
    this.#clock = clock;
    this.#loader = new DataLoader((tokenHashes) => this.#loadBatch(tokenHashes), {
      // Only batches; caching happens in #cache.
      cache: false,
      maxBatchSize: MAX_BATCH_SIZE,
      batchScheduleFn: (ask) => this.#scheduleBatch(ask),
    });
  }

  /** Reads which sessions have ended in other processes, when told so. */
  followEnded(announcements: EndAnnouncements): void {
    announcements.onSessionsEnded(() => this.#scheduleEndedRead());
    // A restore leaves no row of sessions that were opened since the backup.
    announcements.subscribe({ event: () => undefined, reset: () => this.#cache.clear() });
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Calls `listener` with the ids of ended sessions, here or in another process. */
  onEnded(listener: (sessionIds: readonly string[]) => void): void {
    this.#listeners.add(listener);
  }

  /**
   * The caller of a token; synchronous if cached and current, which is nearly always. Throws or rejects with
   * SESSION_ENDED for anything but an active session.
   */
  find(token: string): Viewer | Promise<Viewer> {
    if (!TOKEN.test(token)) throw new AppError('SESSION_ENDED');
    const tokenHash = hashToken(token);
    const known = this.#cache.get(tokenHash);
    const now = this.#clock().getTime();
    return isCurrent(known, now) ? known.viewer : this.#check(tokenHash, known, now);
  }

  /** The caller of a token if it is cached and current. */
  findCached(token: string): Viewer | undefined {
    const known = this.#cache.get(hashToken(token));
    return isCurrent(known, this.#clock().getTime()) ? known.viewer : undefined;
  }

  /**
   * Opens a session and returns its token, which is not stored. Ends those above the limit, the longest unused first.
   */
  async open(
    db: Connection,
    userId: string,
    from: Origin & Partial<Pick<SessionRow, 'isStrong'>>,
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const now = this.#clock();
    await insertSession(db, {
      tokenHash: toStoredHash(hashToken(token)),
      userId,
      createdAt: now,
      authenticatedAt: now,
      renewedAt: now,
      expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
      ...from,
    });
    this.#announceEnded(await updateSurplusEnded(db, userId, MAX_SESSIONS, now));
    return token;
  }

  /** Ends one session, here immediately and everywhere within 5 s. */
  async end(db: Connection, sessionId: string): Promise<void> {
    await updateSessionEnded(db, sessionId, this.#clock());
    this.#announceEnded([sessionId]);
  }

  /** Ends the session of a token, if there is one. */
  async endByToken(db: Connection, token: string): Promise<void> {
    this.#announceEnded(await updateSessionEndedByHash(db, toStoredHash(hashToken(token)), this.#clock()));
  }

  /** Throws REAUTHENTICATION_REQUIRED if the password was last given more than ten minutes ago, SESSION_ENDED. */
  async assertRecentlyAuthenticated(sessionId: string, db: Connection = this.#db): Promise<void> {
    const authenticatedAt = await selectAuthenticatedAt(db, sessionId);
    if (!authenticatedAt) throw new AppError('SESSION_ENDED');
    const age = this.#clock().getTime() - authenticatedAt.getTime();
    if (age > AUTHENTICATION_MAX_AGE_MS) throw new AppError('REAUTHENTICATION_REQUIRED');
  }

  /** In a transaction that changes what can sign in: what ends the session waits for it, and then finds the change. */
  async lockAuthenticated(tx: Transaction, { user, sessionId }: Viewer): Promise<UserRow> {
    const row = await lockUser(tx, user.id);
    if (!row) throw new AppError('SESSION_ENDED');
    await this.assertRecentlyAuthenticated(sessionId, tx);
    return row;
  }

  /** Notes that the password was just given. Throws SESSION_ENDED. */
  async confirmAuthentication(db: Connection, sessionId: string): Promise<void> {
    if (!(await updateAuthenticatedAt(db, sessionId, this.#clock()))) throw new AppError('SESSION_ENDED');
  }

  /** Whether a session ended lately, for what a caller began before. */
  hasEnded(sessionId: string): boolean {
    return this.#ended.has(sessionId);
  }

  /**
   * Ends one, all but one, or all sessions of a user, here immediately and everywhere within 5 s. Tokens and feed addresses
   * end unless it is one session. Returns the number of sessions.
   */
  async endOwn(
    tx: Transaction,
    userId: string,
    which: { only?: string; except?: string } = {},
  ): Promise<number> {
    // Two transactions that end the same sessions would lock them in any order, and wait for each other.
    await lockUser(tx, userId);
    const ended = await updateOwnSessionsEnded(tx, userId, which, this.#clock());
    if (which.only === undefined) await deleteAccessTokens(tx, userId);
    this.#announceEnded(ended);
    return ended.length;
  }

  /** Ends those of these sessions that have no row any more, or whose account is disabled, without having been ended. */
  async recheck(sessionIds: readonly string[]): Promise<void> {
    this.#announceEnded(await selectInactiveIds(this.#db, sessionIds));
  }

  /** Requests of a user's sessions read the user again: here from now on, in other processes within `RECHECK_MS`. */
  recheckUser(userId: string): void {
    for (const known of this.#cache.values())
      if (known.viewer.user.id === userId) known.changedAt = performance.now();
  }

  async #check(tokenHash: string, known: CachedSession | undefined, now: number): Promise<Viewer> {
    const viewer = isFresh(known, now) ? known.viewer : await this.#load(tokenHash, known, now);
    if (viewer.expiresAt <= now) {
      this.#evict(viewer.sessionId);
      throw new AppError('SESSION_ENDED');
    }
    if (now - viewer.renewedAt >= SESSION_RENEWAL_MS) await this.#renew(viewer, now);
    return viewer;
  }

  #load(tokenHash: string, known: CachedSession | undefined, now: number): Promise<Viewer> {
    const loading = this.#reload(tokenHash, known, now);
    if (!known || !isUsable(known)) return loading;
    known.checkedAt = now - RECHECK_MS + RECHECK_RETRY_MS;
    // SPEC §10: cached sessions keep working while the database is unavailable; nothing can be revoked meanwhile
    // either.
    const keepKnown = (error: unknown) => {
      if (!classifyDatabaseError(error)) throw error;
      return known.viewer;
    };
    return Promise.race([loading.catch(keepKnown), sleep(RECHECK_WAIT_MS, known.viewer, { ref: false })]);
  }

  async #reload(tokenHash: string, known: CachedSession | undefined, now: number): Promise<Viewer> {
    const askedAt = performance.now();
    this.#lastLookupAt = askedAt;
    const row = await this.#loader.load(tokenHash);
    if (!row) {
      if (known) this.#announceEnded([known.viewer.sessionId]);
      throw new AppError('SESSION_ENDED');
    }
    const { session } = row;
    if (this.#ended.has(session.id)) throw new AppError('SESSION_ENDED');
    const isMissing =
      this.#secondFactor === 'required' && row.user.role === 'educator' && !row.hasSecondFactor;
    // Whoever has only the password must not add the first one.
    if (isMissing && !session.isStrong) throw new AppError('SESSION_ENDED');
    const signedInAt = session.createdAt.getTime();
    const facts = {
      user: { ...toUserDto(row.user), ...(isMissing && { mustAddSecondFactor: true }) },
      expiresAt: session.expiresAt.getTime(),
      renewedAt: session.renewedAt.getTime(),
    };
    const viewer = Object.assign(known?.viewer ?? { sessionId: session.id, signedInAt, ...facts }, facts);
    // Also a change while the row was read.
    const changedAt = this.#cache.peek(tokenHash)?.changedAt ?? Number.NEGATIVE_INFINITY;
    this.#cache.set(tokenHash, { viewer, checkedAt: now, askedAt, changedAt });
    this.#hashById.set(session.id, tokenHash);
    return viewer;
  }

  #scheduleBatch(ask: () => void, since = performance.now()): void {
    setTimeout(() => {
      const now = performance.now();
      if (now - this.#lastLookupAt >= BATCH_IDLE_MS || now - since >= BATCH_MAX_WAIT_MS) ask();
      else this.#scheduleBatch(ask, since);
    }, BATCH_IDLE_MS);
  }

  async #loadBatch(tokenHashes: readonly string[]): Promise<(ActiveSession | null)[]> {
    const rows = await selectActiveSessions(this.#db, tokenHashes.map(toStoredHash));
    const byHash = new Map(rows.map((row) => [row.session.tokenHash.toString('base64'), row]));
    return tokenHashes.map((tokenHash) => byHash.get(tokenHash) ?? null);
  }

  async #renew(viewer: Viewer, now: number): Promise<void> {
    const expiresAt = Math.min(now + SESSION_LIFETIME_MS, viewer.signedInAt + SESSION_MAX_MS);
    // Set before the write, so that a burst of requests renews once; a failed write is repeated in half an hour.
    Object.assign(viewer, { renewedAt: now, expiresAt });
    await updateSessionRenewal(this.#db, viewer.sessionId, new Date(now), new Date(expiresAt)).catch(
      (error: unknown) => {
        if (!classifyDatabaseError(error)) throw error;
      },
    );
  }

  #scheduleEndedRead(): void {
    if (this.#isStopped) return;
    const wait = Math.max(0, this.#endsReadAt + ENDED_CHECK_MS - performance.now());
    this.#timer ??= setTimeout(() => void this.#readEnded(), wait).unref();
  }

  async #readEnded(): Promise<void> {
    this.#timer = undefined;
    this.#endsReadAt = performance.now();
    const since = new Date(this.#clock().getTime() - ENDED_OVERLAP_MS);
    try {
      this.#announceEnded(await selectEndedSessions(this.#db, since));
    } catch {
      // /readyz reports an unavailable database.
      this.#scheduleEndedRead();
    }
  }

  #announceEnded(sessionIds: readonly string[]): void {
    if (sessionIds.length === 0) return;
    for (const id of sessionIds) {
      this.#ended.set(id, true);
      this.#evict(id);
    }
    for (const listener of this.#listeners) listener(sessionIds);
  }

  #evict(sessionId: string): void {
    const tokenHash = this.#hashById.get(sessionId);
    if (tokenHash !== undefined) this.#cache.delete(tokenHash);
  }
}
