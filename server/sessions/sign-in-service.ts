import type { Role, User } from '../../contract/auth.ts';
import { EDUCATOR_IDS } from '../../contract/educators.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../bounded-queue.ts';
import type { Clock } from '../clock.ts';
import type { Db, Transaction } from '../database/connection.ts';
import type { Env } from '../env.ts';
import { renewHash, verifyPassword } from '../users/password-hashing.ts';
import { lockPassword, selectUserByEmail, type UserRow, updateUser } from '../users/users-db.ts';
import type { Origin, Viewer } from '../viewer.ts';
import { checkSecondFactor } from './second-factor.ts';
import type { Sessions } from './sessions-service.ts';
import { normalizeEmail, type SignInLimits, truncateOrigin } from './sign-in-limits.ts';
import { insertAuthEvent } from './sign-in-limits-db.ts';
import { hasPasskey } from './time-codes-db.ts';

/** What a browser sends with every way to sign in. */
export type SignInBrowser = { browserToken?: string | undefined; replacedSessionToken?: string | undefined };

export type SignIn = SignInBrowser & {
  email: string;
  password: string;
  selectedRole: Role;
  code?: string | undefined;
};

export type SignInTokens = { sessionToken: string; browserToken: string };

/** Whether an account may use this login: the one for educators has an allow-list (SPEC §5). */
export const hasRole = (user: UserRow, role: Role) =>
  user.role === role &&
  (role === 'customer' || (EDUCATOR_IDS as readonly string[]).includes(user.educatorId ?? ''));

/** Signs in and out. A wrong role and a wrong password give the same error (DESIGN §15). */
export class AuthService {
  readonly #db: Db;
  readonly #sessions: Sessions;
  readonly #clock: Clock;
  readonly #limits: SignInLimits;
  readonly #secondFactor: Env['educatorSecondFactor'];
  readonly #isRejected: (email: string, password: string) => boolean;

  /** `isRejected` names credentials that are correct and rejected nevertheless. */
  constructor(
    db: Db,
    sessions: Sessions,
    limits: SignInLimits,
    clock: Clock,
    secondFactor: Env['educatorSecondFactor'],
    isRejected: (email: string, password: string) => boolean,
  ) {
    this.#db = db;
    this.#isRejected = isRejected;
    this.#secondFactor = secondFactor;
    this.#limits = limits;
    this.#sessions = sessions;
    this.#clock = clock;
  }

  /**
   * Returns tokens and user, or throws BAD_CREDENTIALS, SECOND_FACTOR_REQUIRED, BAD_SECOND_FACTOR, PASSKEY_REQUIRED, TOO_MANY_ATTEMPTS or
   * BUSY. A wrong code counts like a wrong password. Logged in auth_events.
   */
  async login({ email: typed, ...signIn }: SignIn, origin: Origin): Promise<SignInTokens & { user: User }> {
    const email = normalizeEmail(typed);
    const user = await selectUserByEmail(this.#db, email);
    const { browserToken, selectedRole } = signIn;
    let isWrongCode = false;
    const kinds = {
      // Whoever gave a wrong code knows the password.
      get failed() {
        return isWrongCode ? ('second_factor_refused' as const) : ('sign_in_failed' as const);
      },
      refused: 'sign_in_refused' as const,
    };
    const attempt = { email, user, origin, browserToken, selectedRole, kinds };
    const tokens = await this.#limits.check(attempt, async (caller) => {
      const verified = await this.#verify(user, { email, ...signIn }, origin, caller);
      isWrongCode = verified === 'wrong code';
      return verified === 'wrong code' ? undefined : verified;
    });
    if (isWrongCode) throw new AppError('BAD_SECOND_FACTOR');
    if (tokens === undefined) throw new AppError('BAD_CREDENTIALS');
    return { ...tokens, user: (await this.#sessions.find(tokens.sessionToken)).user };
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

  /** Opens a session if password, role and code are right. Throws SECOND_FACTOR_REQUIRED. */
  async #verify(
    user: UserRow | undefined,
    signIn: SignIn,
    origin: Origin,
    caller: Caller,
  ): Promise<SignInTokens | 'wrong code' | undefined> {
    const { email, password, selectedRole } = signIn;
    const isCorrect =
      (await verifyPassword(user?.passwordHash, password, caller)) && !this.#isRejected(email, password);
    if (!isCorrect || !user?.passwordHash || !hasRole(user, selectedRole)) return undefined;
    const renewedHash = await renewHash(user.passwordHash, password);
    const tokens = await this.#openSession(user, signIn, origin, renewedHash);
    if (tokens) return tokens;
    // The hash was replaced meanwhile: by a new password, or by another sign-in that renewed it.
    return this.#verify(await selectUserByEmail(this.#db, email), signIn, origin, caller);
  }

  /** Undefined if the account has another hash by now, or is disabled. */
  #openSession(
    user: UserRow,
    { code, ...browser }: SignIn,
    origin: Origin,
    renewedHash: string | undefined,
  ): Promise<SignInTokens | 'wrong code' | undefined> {
    return this.#db.transaction(async (tx) => {
      if (!(await lockPassword(tx, user))) return undefined;
      const secondFactor = await checkSecondFactor(tx, user.id, code || undefined, this.#clock());
      if (secondFactor === 'missing') throw new AppError('SECOND_FACTOR_REQUIRED');
      if (secondFactor === 'wrong') return 'wrong code';
      if (secondFactor === 'none' && this.#secondFactor === 'required' && (await hasPasskey(tx, user.id)))
        throw new AppError('PASSKEY_REQUIRED');
      if (renewedHash !== undefined) await updateUser(tx, user.id, { passwordHash: renewedHash });
      return this.open(tx, user, browser, origin);
    });
  }

  /** Opens a session for somebody who has proved who they are. Logged in auth_events. */
  async open(
    tx: Transaction,
    user: Pick<User, 'id' | 'email' | 'role'>,
    { browserToken, replacedSessionToken }: SignInBrowser,
    origin: Origin,
  ): Promise<SignInTokens> {
    const { id: userId, email, role: selectedRole } = user;
    const { token, isNewBrowser } = await this.#limits.remember(tx, user, origin, browserToken);
    const event = { kind: 'sign_in', at: this.#clock(), email, userId, selectedRole } as const;
    await insertAuthEvent(tx, { ...event, ...truncateOrigin(origin), newBrowser: isNewBrowser });
    if (replacedSessionToken !== undefined) await this.#sessions.endByToken(tx, replacedSessionToken);
    return {
      sessionToken: await this.#sessions.open(tx, userId, truncateOrigin(origin)),
      browserToken: token,
    };
  }
}
