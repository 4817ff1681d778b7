import type { Role, User } from '../../contract/auth.ts';
import { EDUCATOR_IDS } from '../../contract/educators.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { verifyPassword } from '../users/password-hashing.ts';
import { lockPassword, selectUserByEmail, type UserRow } from '../users/users-db.ts';
import { toUserDto } from '../users/users-service.ts';
import type { Origin, Viewer } from '../viewer.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import type { Sessions } from './sessions-service.ts';
import { type Attempt, assertWithinLimits, recordFailure, recordSuccess } from './sign-in-limits.ts';
import { type AuthEvent, insertAuthEvent } from './sign-in-limits-db.ts';

export type SignIn = { email: string; password: string; selectedRole: Role };
/** Limits the length of stored values. */
export const truncateOrigin = ({ address, userAgent }: Origin): Origin => ({
  address,
  userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
});

/** Longest stored email and user agent. */
const MAX_EMAIL_LENGTH = 254;
const MAX_USER_AGENT_LENGTH = 300;

/** Queued attempts per address: enough for an office signing in at once. */
const MAX_QUEUED = 50;

const hasRole = (user: UserRow, role: Role) =>
  user.role === role &&
  (role === 'customer' || (EDUCATOR_IDS as readonly string[]).includes(user.educatorId ?? ''));

/** Signs in and out. A wrong role and a wrong password give the same error (DESIGN §15). */
export class AuthService {
  readonly #db: Db;
  readonly #sessions: Sessions;
  readonly #clock: Clock;
  readonly #mutex = new KeyedMutex(MAX_QUEUED);

  constructor(db: Db, sessions: Sessions, clock: Clock) {
    this.#db = db;
    this.#sessions = sessions;
    this.#clock = clock;
  }

  /** Returns token and user, or throws BAD_CREDENTIALS, TOO_MANY_ATTEMPTS or BUSY. Logs one row in auth_events. */
  login(credentials: SignIn, origin: Origin): Promise<{ sessionToken: string; user: User }> {
    return this.#mutex.run(origin.address, () => this.#login(credentials, origin));
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

  async #login({ email: typed, password, selectedRole }: SignIn, origin: Origin) {
    const now = this.#clock();
    const email = typed.trim().toLowerCase().slice(0, MAX_EMAIL_LENGTH);
    const user = await selectUserByEmail(this.#db, email);
    const attempt = { address: origin.address, email, userId: user?.id ?? null, now };
    const event = { at: now, email, userId: user?.id ?? null, selectedRole, ...truncateOrigin(origin) };
    try {
      await assertWithinLimits(this.#db, attempt);
    } catch (error) {
      await insertAuthEvent(this.#db, { ...event, kind: 'sign_in_refused' });
      throw error;
    }
    const isCorrect = await verifyPassword(user?.passwordHash, password);
    if (!(isCorrect && user && hasRole(user, selectedRole))) return this.#refuse(attempt, event);
    const sessionToken = await this.#db.transaction(async (tx) => {
      // A password reset during verification has ended all sessions; a session opened now would escape it.
      if (!(await lockPassword(tx, user))) return undefined;
      await recordSuccess(tx, attempt);
      await insertAuthEvent(tx, { ...event, kind: 'sign_in' });
      return this.#sessions.open(tx, user.id, truncateOrigin(origin));
    });
    if (sessionToken === undefined) return this.#refuse(attempt, event);
    return { sessionToken, user: toUserDto(user) };
  }

  async #refuse(attempt: Attempt, event: Omit<AuthEvent, 'kind'>): Promise<never> {
    await this.#db.transaction(async (tx) => {
      await recordFailure(tx, attempt);
      await insertAuthEvent(tx, { ...event, kind: 'sign_in_failed' });
    });
    throw new AppError('BAD_CREDENTIALS');
  }
}
