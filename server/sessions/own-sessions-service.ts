import type { DeviceSession } from '../../contract/account.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { hashPassword, passwordFits } from '../users/password-hashing.ts';
import { replacePasswordHash, selectPasswordHash } from '../users/users-db.ts';
import { Turns } from './keyed-mutex.ts';
import type { Sessions, Viewer } from './sessions-service.ts';
import { assertMayTry, recordFailure, recordSuccess } from './sign-in-limits.ts';
import { insertAuthEvent } from './sign-in-limits-db.ts';
import { keptOrigin, type Origin } from './sign-in-service.ts';

/** One person changes one password; more at once is somebody guessing with a stolen session. */
const MAX_WAITING = 5;

const wrongPassword = () =>
  new AppError('INVALID_REQUEST', { fields: { currentPassword: 'This is not your password' } });

/** A person's own devices and password. What ends a session, or tries a password, is a row of auth_events. */
export class DevicesService {
  readonly #db: Db;
  readonly #sessions: Sessions;
  readonly #clock: Clock;
  readonly #turns = new Turns(MAX_WAITING);

  constructor(db: Db, sessions: Sessions, clock: Clock) {
    this.#db = db;
    this.#sessions = sessions;
    this.#clock = clock;
  }

  async list({ user, sessionId }: Viewer): Promise<DeviceSession[]> {
    return (await this.#sessions.list(user.id)).map((session) => ({
      id: session.id,
      createdAt: session.createdAt.toISOString(),
      renewedAt: session.renewedAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
      address: session.address,
      userAgent: session.userAgent,
      current: session.id === sessionId,
    }));
  }

  /** Signs one own device out. Throws NOT_FOUND, also for a session of somebody else. */
  async end(viewer: Viewer, sessionId: string, origin: Origin): Promise<void> {
    await this.#db.transaction(async (tx) => {
      if ((await this.#sessions.endOwn(tx, viewer.user.id, { only: sessionId })) === 0)
        throw new AppError('NOT_FOUND');
      await insertAuthEvent(tx, { ...this.#event(viewer, origin), kind: 'sessions_ended' });
    });
  }

  /** Signs out everywhere, here too. */
  async endAll(viewer: Viewer, origin: Origin): Promise<void> {
    await this.#db.transaction(async (tx) => {
      await this.#sessions.endOwn(tx, viewer.user.id);
      await insertAuthEvent(tx, { ...this.#event(viewer, origin), kind: 'sessions_ended' });
    });
  }

  /**
   * Gives the account another password and ends its other sessions. A wrong current one counts as a failed sign-in
   * does, under the same limits: a stolen session must not become a way to guess. Throws INVALID_REQUEST,
   * TOO_MANY_ATTEMPTS and BUSY.
   */
  changePassword(
    viewer: Viewer,
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    origin: Origin,
  ): Promise<void> {
    return this.#turns.take(viewer.user.id, async () => {
      const before = await this.#assertKnows(viewer, currentPassword, origin);
      const passwordHash = await hashPassword(newPassword);
      await this.#db.transaction(async (tx) => {
        // Hashing takes a while: what an operator has set in the meantime stands.
        if (!(await replacePasswordHash(tx, viewer.user.id, before, passwordHash))) throw wrongPassword();
        await this.#sessions.endOwn(tx, viewer.user.id, { except: viewer.sessionId });
        await insertAuthEvent(tx, { ...this.#event(viewer, origin), kind: 'password_changed' });
      });
    });
  }

  /** Answers the hash that the password fits. */
  async #assertKnows(viewer: Viewer, password: string, origin: Origin): Promise<string | null> {
    const { id, email } = viewer.user;
    const attempt = { address: origin.address, email, userId: id, now: this.#clock() };
    const refused = { ...this.#event(viewer, origin), kind: 'password_refused' as const };
    try {
      await assertMayTry(this.#db, attempt);
    } catch (error) {
      await insertAuthEvent(this.#db, refused);
      throw error;
    }
    const hash = await selectPasswordHash(this.#db, id);
    if (await passwordFits(hash, password)) {
      await recordSuccess(this.#db, attempt);
      return hash;
    }
    await this.#db.transaction(async (tx) => {
      await recordFailure(tx, attempt);
      await insertAuthEvent(tx, refused);
    });
    throw wrongPassword();
  }

  #event({ user }: Viewer, origin: Origin) {
    return {
      at: this.#clock(),
      email: user.email,
      userId: user.id,
      selectedRole: user.role,
      ...keptOrigin(origin),
    };
  }
}
