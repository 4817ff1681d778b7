import { hash, randomBytes } from 'node:crypto';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { SESSION_LIFETIME_MS, SESSION_RENEWAL_MS, type User } from '../../contract/auth.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import type { Connection, Db } from '../database/connection.ts';
import { databaseFault } from '../database/database-faults.ts';
import { wireUser } from '../users/users-service.ts';
import {
  insertSession,
  type LiveSession,
  type SessionRow,
  selectEndedSessions,
  selectLiveSessions,
  selectOpenSessions,
  updateOwnSessionsEnded,
  updateSessionEnded,
  updateSessionRenewal,
} from './sessions-db.ts';

/**
 * A signed-in caller. One object per session and process, so a renewal is seen by everyone who holds it. Times are
 * milliseconds since 1970: fifty thousand of these are held, and a Date is ninety bytes.
 */
export type Viewer = { readonly sessionId: string; user: User; expiresAt: number; renewedAt: number };

/** A token is 32 random bytes in base64url: 43 characters. Anything else is refused without asking the database. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const KNOWN_SESSIONS = 50_000;
/** How long a known session is trusted before the database is asked again (a changed name, a disabled account). */
const RECHECK_MS = 60_000;
/** DESIGN §5: an ended session is ended everywhere within 5 s. */
const ENDED_POLL_MS = 2_000;
/** Ended rows are looked for this far back, so a transaction that committed late is not missed. */
const ENDED_OVERLAP_MS = 60_000;

/** Base64: the form in which a hash is a key here; the one call that makes no object on the way. */
const hashOf = (token: string): string => hash('sha256', token, 'base64');
/**
 * Sessions that are not known are looked up together: once nobody has come for so long, or the first has waited the
 * longest. When ten thousand readers come to a process that has just started, the database is asked a few dozen times and
 * not ten thousand. Nobody notices it once a minute.
 */
const QUIET_MS = 10;
const LONGEST_WAIT_MS = 100;
const TOGETHER_MAX = 500;

const storedHash = (tokenHash: string): Buffer => Buffer.from(tokenHash, 'base64');

type Known = { viewer: Viewer; checkedAt: number };

/** Sessions as every request needs them: a look-up in memory, kept true by the database. */
export class Sessions {
  readonly #db: Db;
  readonly #clock: Clock;
  /** Token hash by session id, to forget a session of which only the id is known. */
  readonly #hashById = new Map<string, string>();
  readonly #known = new LRUCache<string, Known>({
    max: KNOWN_SESSIONS,
    dispose: (known, _hash, reason) => {
      if (reason !== 'set') this.#hashById.delete(known.viewer.sessionId);
    },
  });
  readonly #live: DataLoader<string, LiveSession | null>;
  /** When a session was last to be looked up. */
  #askedAt = 0;
  readonly #listeners = new Set<(sessionIds: readonly string[]) => void>();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
    this.#live = new DataLoader((tokenHashes) => this.#selectLive(tokenHashes), {
      // What is known is #known's to say; this one only asks together.
      cache: false,
      maxBatchSize: TOGETHER_MAX,
      batchScheduleFn: (ask) => this.#whenQuiet(ask),
    });
  }

  /** Begins to watch for sessions ended by other processes. */
  watch(): void {
    this.#timer = setInterval(() => {
      // A failed look is not reported: the database's absence is, by /readyz, and the next look covers the same span.
      this.#forgetEnded().catch(() => undefined);
    }, ENDED_POLL_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Calls `listener` with the ids of sessions that ended, here or in another process. */
  onEnded(listener: (sessionIds: readonly string[]) => void): void {
    this.#listeners.add(listener);
  }

  /**
   * The caller a token stands for: at once where the session is known and nothing is due, which is nearly always.
   * Throws, or rejects with, SESSION_ENDED for anything that is not a live session.
   */
  find(token: string): Viewer | Promise<Viewer> {
    if (!TOKEN.test(token)) throw new AppError('SESSION_ENDED');
    const tokenHash = hashOf(token);
    const known = this.#known.get(tokenHash);
    const now = this.#clock().getTime();
    const isCurrent =
      known !== undefined &&
      now - known.checkedAt < RECHECK_MS &&
      now < known.viewer.expiresAt &&
      now - known.viewer.renewedAt < SESSION_RENEWAL_MS;
    return isCurrent ? known.viewer : this.#check(tokenHash, known, now);
  }

  /** Opens a session for a user and answers its token: the only time the token exists here. */
  async open(
    db: Connection,
    userId: string,
    from: { address: string; userAgent: string | null },
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const now = this.#clock();
    await insertSession(db, {
      tokenHash: storedHash(hashOf(token)),
      userId,
      createdAt: now,
      renewedAt: now,
      expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
      address: from.address,
      userAgent: from.userAgent,
    });
    return token;
  }

  /** Ends one session, here at once and everywhere within 5 s. */
  async end(db: Connection, sessionId: string): Promise<void> {
    await updateSessionEnded(db, sessionId, this.#clock());
    this.#announceEnded([sessionId]);
  }

  /** The open sessions of a person, as they are stored. */
  list(userId: string): Promise<SessionRow[]> {
    return selectOpenSessions(this.#db, userId, this.#clock());
  }

  /** Ends sessions of a person (one, all but one, or all), here at once and everywhere within 5 s. Answers how many. */
  async endOwn(
    db: Connection,
    userId: string,
    which: { only?: string; except?: string } = {},
  ): Promise<number> {
    const ended = await updateOwnSessionsEnded(db, userId, which, this.#clock());
    this.#announceEnded(ended);
    return ended.length;
  }

  async #check(tokenHash: string, known: Known | undefined, now: number): Promise<Viewer> {
    const isFresh = known !== undefined && now - known.checkedAt < RECHECK_MS;
    const viewer = isFresh ? known.viewer : await this.#load(tokenHash, known, now);
    if (viewer.expiresAt <= now) {
      this.#forget(viewer.sessionId);
      throw new AppError('SESSION_ENDED');
    }
    if (now - viewer.renewedAt >= SESSION_RENEWAL_MS) await this.#renew(viewer, now);
    return viewer;
  }

  async #load(tokenHash: string, known: Known | undefined, now: number): Promise<Viewer> {
    let row: LiveSession | null;
    try {
      this.#askedAt = performance.now();
      row = await this.#live.load(tokenHash);
    } catch (error) {
      // DESIGN §15: while the database is down, known sessions keep working; nothing can be revoked meanwhile either.
      if (known && databaseFault(error)) return known.viewer;
      throw error;
    }
    if (!row) {
      if (known) this.#announceEnded([known.viewer.sessionId]);
      throw new AppError('SESSION_ENDED');
    }
    const { session } = row;
    const facts = {
      user: wireUser(row.user),
      expiresAt: session.expiresAt.getTime(),
      renewedAt: session.renewedAt.getTime(),
    };
    const viewer = Object.assign(known?.viewer ?? { sessionId: session.id, ...facts }, facts);
    this.#known.set(tokenHash, { viewer, checkedAt: now });
    this.#hashById.set(session.id, tokenHash);
    return viewer;
  }

  #whenQuiet(ask: () => void, since = performance.now()): void {
    setTimeout(() => {
      const now = performance.now();
      if (now - this.#askedAt >= QUIET_MS || now - since >= LONGEST_WAIT_MS) ask();
      else this.#whenQuiet(ask, since);
    }, QUIET_MS);
  }

  async #selectLive(tokenHashes: readonly string[]): Promise<(LiveSession | null)[]> {
    const rows = await selectLiveSessions(this.#db, tokenHashes.map(storedHash));
    const byHash = new Map(rows.map((row) => [row.session.tokenHash.toString('base64'), row]));
    return tokenHashes.map((tokenHash) => byHash.get(tokenHash) ?? null);
  }

  async #renew(viewer: Viewer, now: number): Promise<void> {
    const expiresAt = now + SESSION_LIFETIME_MS;
    // Set before the write, so that a burst of requests renews once; a failed write is made up for in half an hour.
    Object.assign(viewer, { renewedAt: now, expiresAt });
    await updateSessionRenewal(this.#db, viewer.sessionId, new Date(now), new Date(expiresAt)).catch(
      (error: unknown) => {
        if (!databaseFault(error)) throw error;
      },
    );
  }

  async #forgetEnded(): Promise<void> {
    const since = new Date(this.#clock().getTime() - ENDED_OVERLAP_MS);
    this.#announceEnded(await selectEndedSessions(this.#db, since));
  }

  #announceEnded(sessionIds: readonly string[]): void {
    if (sessionIds.length === 0) return;
    for (const id of sessionIds) this.#forget(id);
    for (const listener of this.#listeners) listener(sessionIds);
  }

  #forget(sessionId: string): void {
    const tokenHash = this.#hashById.get(sessionId);
    if (tokenHash !== undefined) this.#known.delete(tokenHash);
  }
}
