import type { Role, User } from '../../contract/auth.ts';
import { EDUCATOR_IDS } from '../../contract/educators.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { passwordFits } from '../users/password-hashing.ts';
import { holdsPassword, selectUserByEmail, type UserRow } from '../users/users-db.ts';
import { wireUser } from '../users/users-service.ts';
import { Turns } from './keyed-mutex.ts';
import type { Sessions, Viewer } from './sessions-service.ts';
import { type Attempt, assertMayTry, recordFailure, recordSuccess } from './sign-in-limits.ts';
import { type AuthEvent, insertAuthEvent } from './sign-in-limits-db.ts';

export type SignIn = { email: string; password: string; selectedRole: Role };
/** Where a request came from, as auth_events keeps it. */
export type Origin = { address: string; userAgent: string | null };
/** The same, cut to what is worth keeping. */
export const keptOrigin = ({ address, userAgent }: Origin): Origin => ({
  address,
  userAgent: userAgent?.slice(0, AGENT_KEPT) ?? null,
});

/** Longest e-mail and browser name worth keeping of an attempt; the rest would only fill the table. */
const EMAIL_KEPT = 254;
const AGENT_KEPT = 300;

/** Attempts of one address that may wait for their turn; a whole office signs in at once, an attacker is told to stop. */
const MAX_WAITING = 50;

const hasRole = (user: UserRow, role: Role) =>
  user.role === role &&
  (role === 'customer' || (EDUCATOR_IDS as readonly string[]).includes(user.educatorId ?? ''));

/** Signing in and out. The role is decided here; a wrong role and a wrong password are one answer (DESIGN §15). */
export class AuthService {
  readonly #db: Db;
  readonly #sessions: Sessions;
  readonly #clock: Clock;
  readonly #turns = new Turns(MAX_WAITING);

  constructor(db: Db, sessions: Sessions, clock: Clock) {
    this.#db = db;
    this.#sessions = sessions;
    this.#clock = clock;
  }

  /** Answers token and user, or throws BAD_CREDENTIALS, TOO_MANY_ATTEMPTS or BUSY. Writes one row of auth_events. */
  login(credentials: SignIn, origin: Origin): Promise<{ sessionToken: string; user: User }> {
    return this.#turns.take(origin.address, () => this.#login(credentials, origin));
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
        ...keptOrigin(origin),
      });
    });
  }

  async #login({ email: typed, password, selectedRole }: SignIn, origin: Origin) {
    const now = this.#clock();
    const email = typed.trim().toLowerCase().slice(0, EMAIL_KEPT);
    const user = await selectUserByEmail(this.#db, email);
    const attempt = { address: origin.address, email, userId: user?.id ?? null, now };
    const event = { at: now, email, userId: user?.id ?? null, selectedRole, ...keptOrigin(origin) };
    try {
      await assertMayTry(this.#db, attempt);
    } catch (error) {
      await insertAuthEvent(this.#db, { ...event, kind: 'sign_in_refused' });
      throw error;
    }
    const fits = await passwordFits(user?.passwordHash, password);
    if (!(fits && user && hasRole(user, selectedRole))) return this.#refuse(attempt, event);
    const sessionToken = await this.#db.transaction(async (tx) => {
      // Checking takes a while: a password reset in the meantime has ended all sessions, and must not miss this one.
      if (!(await holdsPassword(tx, user))) return undefined;
      await recordSuccess(tx, attempt);
      await insertAuthEvent(tx, { ...event, kind: 'sign_in' });
      return this.#sessions.open(tx, user.id, keptOrigin(origin));
    });
    if (sessionToken === undefined) return this.#refuse(attempt, event);
    return { sessionToken, user: wireUser(user) };
  }

  async #refuse(attempt: Attempt, event: Omit<AuthEvent, 'kind'>): Promise<never> {
    await this.#db.transaction(async (tx) => {
      await recordFailure(tx, attempt);
      await insertAuthEvent(tx, { ...event, kind: 'sign_in_failed' });
    });
    throw new AppError('BAD_CREDENTIALS');
  }
}
