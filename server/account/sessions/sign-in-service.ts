import type { login, Role, User } from '../../../contract/account/auth.ts';
import { EDUCATOR_IDS } from '../../../contract/educators/educators.ts';
import type { RouteBody } from '../../../contract/shared/route.ts';
import type { Transaction } from '../../database/connection.ts';
import type { Origin, Viewer } from '../../http/viewer.ts';
import { AppError } from '../../shared/app-error.ts';
import type { AccountParts } from '../account-parts.ts';
import { lockPassword, selectUserByEmail, type UserRow, updateUser } from '../users/users-db.ts';
import {
  addAuthEvent,
  createOwnEvent,
  deleteAuthEvents,
  insertAuthEvent,
  logOwnEvent,
  truncateOrigin,
} from './auth-events-db.ts';
import { checkSecondFactor } from './second-factor.ts';
import { normalizeEmail } from './sign-in-limits.ts';
import { countPasskeys } from './time-codes-db.ts';

type SignIn = RouteBody<typeof login>;
/** What a browser sends with every way to sign in. */
type SignInBrowser = Pick<SignIn, 'browserTokens' | 'replacedSessionToken'>;

export type SignInTokens = { sessionToken: string; browserToken: string };

/** Whether an account may use this login: the one for educators has an allow-list (SPEC §5). */
export const hasRole = (user: UserRow, role: Role) =>
  user.role === role &&
  (role === 'customer' || (EDUCATOR_IDS as readonly string[]).includes(user.educatorId ?? ''));

/** Long enough to find the phone with the app. */
const CODE_TYPING_MS = 10 * 60_000;

type Parts = AccountParts & {
  /** Names credentials that are correct and rejected nevertheless. */
  isRejected: (email: string, password: string) => boolean;
  /** Tells the owner of an account about a sign-in from a new browser. */
  onNewBrowser: (tx: Transaction, user: SessionUser) => Promise<void>;
};

type SessionUser = Pick<User, 'id' | 'email' | 'role'>;

/** Signs in and out. A wrong role and a wrong password give the same error (SPEC §10). */
export class SignInService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Returns tokens and user, or throws BAD_CREDENTIALS, SECOND_FACTOR_REQUIRED, BAD_SECOND_FACTOR, PASSKEY_REQUIRED, ENROLMENT_REQUIRED,
   * TOO_MANY_ATTEMPTS or BUSY. A wrong code counts like a wrong password. Logged in auth_events.
   */
  async login({ email: typed, ...signIn }: SignIn, origin: Origin): Promise<SignInTokens & { user: User }> {
    const email = normalizeEmail(typed);
    const user = await selectUserByEmail(this.#parts.db, email);
    const { browserTokens, selectedRole } = signIn;
    let isWrongCode = false;
    const kinds = {
      // A wrong code means that the password was right.
      get failed() {
        return isWrongCode ? ('second_factor_refused' as const) : ('sign_in_failed' as const);
      },
      refused: 'sign_in_refused' as const,
    };
    const attempt = { email, user, origin, browserTokens, selectedRole, kinds };
    const tokens = await this.#parts.limits.check(attempt, async () => {
      const verified = await this.#verify(user, { email, ...signIn }, origin);
      isWrongCode = verified === 'wrong code';
      return verified === 'wrong code' ? undefined : verified;
    });
    if (isWrongCode) throw new AppError('BAD_SECOND_FACTOR');
    if (tokens === undefined) throw new AppError('BAD_CREDENTIALS');
    return { ...tokens, user: (await this.#parts.sessions.find(tokens.sessionToken)).user };
  }

  async logout(viewer: Viewer, origin: Origin): Promise<void> {
    await this.#parts.db.transaction(async (tx) => {
      await this.#parts.sessions.end(tx, viewer.sessionId);
      await logOwnEvent(tx, 'sign_out', this.#parts.clock(), viewer.user, origin);
    });
  }

  /** Opens a session if password, role and code are right. Throws SECOND_FACTOR_REQUIRED. */
  async #verify(
    user: UserRow | undefined,
    signIn: SignIn,
    origin: Origin,
  ): Promise<SignInTokens | 'wrong code' | undefined> {
    const { email, password, selectedRole } = signIn;
    const isCorrect =
      (await this.#parts.passwords.verify(user?.passwordHash, password)) &&
      !this.#parts.isRejected(email, password);
    if (!isCorrect || !user?.passwordHash || !hasRole(user, selectedRole)) return undefined;
    const renewedHash = await this.#parts.passwords.renew(user.passwordHash, password);
    const tokens = await this.#openSession(user, signIn, origin, renewedHash);
    if (tokens === 'missing code') {
      const event = this.#describeMissingCode(user, origin);
      await addAuthEvent(this.#parts.db, event, this.#getCodeStart());
      throw new AppError('SECOND_FACTOR_REQUIRED');
    }
    if (tokens) return tokens;
    // The hash was replaced meanwhile: by a new password, or by another sign-in that renewed it.
    return this.#verify(await selectUserByEmail(this.#parts.db, email), signIn, origin);
  }

  /** Undefined if the account has another hash by now, or is disabled. */
  #openSession(
    user: UserRow,
    { code, ...browser }: SignIn,
    origin: Origin,
    renewedHash: string | undefined,
  ): Promise<SignInTokens | 'missing code' | 'wrong code' | undefined> {
    return this.#parts.db.transaction(async (tx) => {
      if (!(await lockPassword(tx, user))) return undefined;
      const secondFactor = await checkSecondFactor(tx, user.id, code || undefined, this.#parts.clock());
      if (secondFactor === 'missing') return 'missing code';
      if (secondFactor === 'wrong') return 'wrong code';
      const isStrong = secondFactor === 'passed';
      if (!isStrong && user.role === 'educator' && this.#parts.env.educatorSecondFactor === 'required')
        throw new AppError((await countPasskeys(tx, user.id)) ? 'PASSKEY_REQUIRED' : 'ENROLMENT_REQUIRED');
      if (isStrong) await deleteAuthEvents(tx, this.#describeMissingCode(user, origin), this.#getCodeStart());
      if (renewedHash !== undefined) await updateUser(tx, user.id, { passwordHash: renewedHash });
      return this.open(tx, user, browser, origin, { isStrong });
    });
  }

  #describeMissingCode(user: UserRow, origin: Origin) {
    return createOwnEvent('second_factor_missing', this.#parts.clock(), user, origin);
  }

  /** A password without a code is logged, unless the same browser gives the code within this time. */
  #getCodeStart(): Date {
    return new Date(this.#parts.clock().getTime() - CODE_TYPING_MS);
  }

  /**
   * Opens a session for somebody who has proved who they are, and tells the owner about a new browser; to somebody who has
   * just set up the account (`isFirst`) none is new. Logged in auth_events.
   */
  async open(
    tx: Transaction,
    user: SessionUser,
    { browserTokens, replacedSessionToken }: SignInBrowser,
    origin: Origin,
    { isStrong = true, isFirst = false } = {},
  ): Promise<SignInTokens> {
    const { limits, sessions, clock, onNewBrowser } = this.#parts;
    const { token: browserToken, isNewBrowser } = await limits.remember(tx, user, origin, browserTokens);
    const newBrowser = isNewBrowser && !isFirst;
    await insertAuthEvent(tx, { ...createOwnEvent('sign_in', clock(), user, origin), newBrowser });
    // After the event that it tells about.
    if (newBrowser) await onNewBrowser(tx, user);
    if (replacedSessionToken !== undefined) await sessions.endByToken(tx, replacedSessionToken);
    const sessionToken = await sessions.open(tx, user.id, { ...truncateOrigin(origin), isStrong });
    return { sessionToken, browserToken };
  }
}
