import type { changePassword, OwnSession } from '../../../contract/account/account.ts';
import type { RouteBody } from '../../../contract/shared/route.ts';
import type { Origin, Viewer } from '../../http/viewer.ts';
import { AppError } from '../../shared/app-error.ts';
import type { AccountParts } from '../account-parts.ts';
import { findPasswordProblem } from '../users/password-policy.ts';
import { replacePasswordHash, selectPasswordHash } from '../users/users-db.ts';
import { logOwnEvent } from './auth-events-db.ts';
import { deleteKnownSources } from './known-sources-db.ts';
import { selectOpenSessions } from './sessions-db.ts';

const invalid = (fields: Record<string, string>) => new AppError('INVALID_REQUEST', { fields });
const WRONG_PASSWORD = 'Incorrect password';

/** A user's own sessions and password. Every end of sessions and every password attempt is logged in auth_events. */
export class OwnSessionsService {
  readonly #parts: AccountParts;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  async list({ user, sessionId }: Viewer): Promise<OwnSession[]> {
    const { db, clock } = this.#parts;
    return (await selectOpenSessions(db, user.id, clock())).map(({ session }) => ({
      id: session.id,
      createdAt: session.createdAt.toISOString(),
      renewedAt: session.renewedAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
      address: session.address,
      userAgent: session.userAgent,
      current: session.id === sessionId,
    }));
  }

  /**
   * Ends one own session, all but one, or all, and forgets known browsers unless it is one. Whoever ends another one than
   * this needs a recent password. Throws REAUTHENTICATION_REQUIRED, and NOT_FOUND also for a session of another user.
   */
  async end(
    { user, sessionId }: Viewer,
    which: { only?: string; except?: string },
    origin: Origin,
  ): Promise<void> {
    const { db, sessions, clock } = this.#parts;
    if (which.only !== sessionId) await sessions.assertRecentlyAuthenticated(sessionId);
    await db.transaction(async (tx) => {
      const ended = await sessions.endOwn(tx, user.id, which);
      if (which.only !== undefined && ended === 0) throw new AppError('NOT_FOUND');
      if (which.only === undefined) await deleteKnownSources(tx, user.id);
      await logOwnEvent(tx, 'sessions_ended', clock(), user, origin);
    });
  }

  /** Notes that the user has just given the password. Throws INVALID_REQUEST, TOO_MANY_ATTEMPTS and BUSY. */
  async confirm(viewer: Viewer, password: string, origin: Origin): Promise<void> {
    if ((await this.#checkPassword(viewer, [password], origin)) === undefined)
      throw invalid({ password: WRONG_PASSWORD });
    await this.#parts.sessions.confirmAuthentication(this.#parts.db, viewer.sessionId);
  }

  /**
   * Changes the password, ends the other sessions and forgets known browsers. A wrong current password counts like a failed
   * sign-in, so a stolen session can't be used to guess. An account without a password needs a recent sign-in instead. Throws INVALID_REQUEST, REAUTHENTICATION_REQUIRED, TOO_MANY_ATTEMPTS and BUSY.
   */
  async changePassword(
    viewer: Viewer,
    { currentPassword, newPassword }: RouteBody<typeof changePassword>,
    origin: Origin,
  ): Promise<void> {
    const problem = findPasswordProblem(newPassword, viewer.user, this.#parts.env.brand);
    if (problem !== undefined) throw invalid({ newPassword: problem });
    const before =
      currentPassword === undefined
        ? await this.#assertHasNoPassword(viewer)
        : // A change is repeated when its answer was lost: then the new password is the current one.
          await this.#checkPassword(viewer, [currentPassword, newPassword], origin);
    if (before === undefined) throw invalid({ currentPassword: WRONG_PASSWORD });
    const passwordHash = await this.#parts.passwords.hash(newPassword);
    await this.#parts.db.transaction(async (tx) => {
      // A password chosen elsewhere while hashing takes precedence.
      if (!(await replacePasswordHash(tx, viewer.user.id, before, passwordHash, this.#parts.clock())))
        throw invalid({ currentPassword: WRONG_PASSWORD });
      await this.#parts.sessions.confirmAuthentication(tx, viewer.sessionId);
      await this.#parts.sessions.endOwn(tx, viewer.user.id, { except: viewer.sessionId });
      await deleteKnownSources(tx, viewer.user.id);
      await logOwnEvent(tx, 'password_changed', this.#parts.clock(), viewer.user, origin);
      await this.#parts.tellOwner(tx, viewer.user);
    });
    viewer.user = { ...viewer.user, hasPassword: undefined };
  }

  /** Returns null, the hash of no password, after a recent sign-in. */
  async #assertHasNoPassword({ user, sessionId }: Viewer): Promise<null> {
    if ((await selectPasswordHash(this.#parts.db, user.id)) !== null)
      throw invalid({ currentPassword: 'Current password is required' });
    await this.#parts.sessions.assertRecentlyAuthenticated(sessionId);
    return null;
  }

  /** Returns the hash if a password matches it; undefined if none does, which counts as one failed sign-in. */
  #checkPassword(
    { user, sessionId }: Viewer,
    passwords: string[],
    origin: Origin,
  ): Promise<string | undefined> {
    const kinds = { failed: 'password_refused', refused: 'password_refused' } as const;
    const attempt = { email: user.email, user, origin, sessionId, selectedRole: user.role, kinds };
    return this.#parts.limits.check(attempt, async () => {
      const hash = await selectPasswordHash(this.#parts.db, user.id);
      if (hash === null) return undefined;
      for (const password of passwords) if (await this.#parts.passwords.verify(hash, password)) return hash;
      return undefined;
    });
  }
}
