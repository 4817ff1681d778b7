import type { Role, User } from '../../contract/auth.ts';
import { EDUCATOR_IDS } from '../../contract/educators.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { verifyPassword } from '../users/password-hashing.ts';
import { lockPassword, selectUserByEmail, type UserRow } from '../users/users-db.ts';
import { toUserDto } from '../users/users-service.ts';
import type { Origin, Viewer } from '../viewer.ts';
import type { Sessions } from './sessions-service.ts';
import { normalizeEmail, type SignInLimits, truncateOrigin } from './sign-in-limits.ts';
import { insertAuthEvent } from './sign-in-limits-db.ts';

export type SignIn = {
  email: string;
  password: string;
  selectedRole: Role;
  browserToken?: string | undefined;
  replacedSessionToken?: string | undefined;
};

const hasRole = (user: UserRow, role: Role) =>
  user.role === role &&
  (role === 'customer' || (EDUCATOR_IDS as readonly string[]).includes(user.educatorId ?? ''));

/** Signs in and out. A wrong role and a wrong password give the same error (DESIGN §15). */
export class AuthService {
  readonly #db: Db;
  readonly #sessions: Sessions;
  readonly #clock: Clock;
  readonly #limits: SignInLimits;
  readonly #isRejected: (email: string, password: string) => boolean;

  /** `isRejected` names credentials that are correct and rejected nevertheless. */
  constructor(
    db: Db,
    sessions: Sessions,
    limits: SignInLimits,
    clock: Clock,
    isRejected: (email: string, password: string) => boolean,
  ) {
    this.#db = db;
    this.#isRejected = isRejected;
    this.#limits = limits;
    this.#sessions = sessions;
    this.#clock = clock;
  }

  /** Returns tokens and user, or throws BAD_CREDENTIALS, TOO_MANY_ATTEMPTS or BUSY. Logged in auth_events. */
  async login(
    { email: typed, password, selectedRole, browserToken, replacedSessionToken }: SignIn,
    origin: Origin,
  ): Promise<{ sessionToken: string; browserToken: string; user: User }> {
    const email = normalizeEmail(typed);
    const user = await selectUserByEmail(this.#db, email);
    const kinds = { failed: 'sign_in_failed', refused: 'sign_in_refused' } as const;
    const attempt = { email, user, origin, browserToken, selectedRole, kinds };
    const tokens = await this.#limits.check(attempt, async (caller) => {
      const isCorrect =
        (await verifyPassword(user?.passwordHash, password, caller)) && !this.#isRejected(email, password);
      if (!isCorrect || !user || !hasRole(user, selectedRole)) return undefined;
      return this.#openSession(user, origin, { browserToken, replacedSessionToken });
    });
    if (tokens === undefined || !user) throw new AppError('BAD_CREDENTIALS');
    return { ...tokens, user: toUserDto(user) };
  }

  async logout(viewer: Viewer, origin: Origin): Promise<void> {
    await this.#db.transaction(async (tx) => {
      await this.#sessions.end(tx, viewer.sessionId);
      await insertAuthEvent(tx, {
        kind: 'sign_out',
        at: this.#clock(),
        email: viewer.user.email,
        userId: viewer.user.id,
        selectedRole: viewer.user.role,
        ...truncateOrigin(origin),
      });
    });
  }

  /**
   * Undefined if the password was replaced while it was verified: that has ended all sessions, and made all browsers and
   * networks unknown.
   */
  #openSession(
    user: UserRow,
    origin: Origin,
    { browserToken, replacedSessionToken }: Pick<SignIn, 'browserToken' | 'replacedSessionToken'>,
  ): Promise<{ sessionToken: string; browserToken: string } | undefined> {
    return this.#db.transaction(async (tx) => {
      if (!(await lockPassword(tx, user))) return undefined;
      const { id: userId, email, role: selectedRole } = user;
      const event = { kind: 'sign_in', at: this.#clock(), email, userId, selectedRole } as const;
      await insertAuthEvent(tx, { ...event, ...truncateOrigin(origin) });
      if (replacedSessionToken !== undefined) await this.#sessions.endByToken(tx, replacedSessionToken);
      return {
        sessionToken: await this.#sessions.open(tx, userId, truncateOrigin(origin)),
        browserToken: await this.#limits.remember(tx, user, origin, browserToken),
      };
    });
  }
}
