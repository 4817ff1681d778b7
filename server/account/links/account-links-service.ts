import type {
  acceptInvitation,
  confirmNotMe,
  invitationPasskeyOptions,
  requestPasswordReset,
  resetPassword,
  viewInvitation,
  viewNotMe,
  viewPasswordReset,
} from '../../../contract/account/account-links.ts';
import type { RouteBody, RouteResponse } from '../../../contract/shared/route.ts';
import type { Transaction } from '../../database/connection.ts';
import type { Origin, Viewer } from '../../http/viewer.ts';
import { AppError } from '../../shared/app-error.ts';
import { emailAddress } from '../account-input.ts';
import type { AccountParts } from '../account-parts.ts';
import { endAccess } from '../end-access.ts';
import type { PasskeysService } from '../passkeys/passkeys-service.ts';
import { insertAuthEvent, logOwnEvent } from '../sessions/auth-events-db.ts';
import { deleteKnownSources } from '../sessions/known-sources-db.ts';
import { normalizeEmail } from '../sessions/sign-in-limits.ts';
import type { SignInService } from '../sessions/sign-in-service.ts';
import { countPasskeys } from '../sessions/time-codes-db.ts';
import { type OwnedLink, revokeLinks, selectOpenLink, updateLinkUsed } from '../users/account-links-db.ts';
import { findPasswordProblem, type PasswordOwner } from '../users/password-policy.ts';
import {
  lockEmail,
  lockPassword,
  NOBODY_ID,
  replacePasswordHash,
  selectAccountByEmail,
  type UserRow,
  updateUser,
} from '../users/users-db.ts';
import { assertOwnEducatorName, toFullName } from '../users/users-service.ts';
import {
  type AccountLinkKind,
  createLink,
  createLinkToken,
  hashLinkToken,
  hasReachedMailLimit,
  isInvited,
  MAIL_WINDOW_MS,
  queueLink,
} from './account-links.ts';
import { enqueueForgottenPassword } from './link-jobs.ts';

type Parts = AccountParts & { signIn: SignInService; passkeys: PasskeysService };

/** What the owner of a link can do with it. Every use is logged in auth_events. */
export class AccountLinksService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Throws LINK_EXPIRED. */
  async viewInvitation(token: string): Promise<RouteResponse<typeof viewInvitation>> {
    const { user } = await this.#findInvitation(token);
    const { email, firstName, lastName, role } = user;
    return { email, firstName, lastName, role, brand: this.#parts.env.brand };
  }

  /** A challenge for accepting with a passkey. Throws LINK_EXPIRED and PASSKEYS_UNAVAILABLE. */
  async createPasskeyOptions({
    token,
    firstName,
    lastName,
  }: RouteBody<typeof invitationPasskeyOptions>): Promise<RouteResponse<typeof invitationPasskeyOptions>> {
    const { user } = await this.#findInvitation(token);
    return this.#parts.passkeys.createOptionsFor({ ...user, fullName: toFullName({ firstName, lastName }) });
  }

  /**
   * Sets names and a password, a passkey or both, and signs in. Throws LINK_EXPIRED, INVALID_REQUEST, PASSKEY_REFUSED,
   * PASSKEYS_UNAVAILABLE and BUSY.
   */
  async acceptInvitation(
    { token, firstName, lastName, password, passkey, ...browser }: RouteBody<typeof acceptInvitation>,
    origin: Origin,
  ): Promise<RouteResponse<typeof acceptInvitation>> {
    const { db, clock, signIn, sessions, passkeys } = this.#parts;
    const found = await this.#findInvitation(token);
    const names = { firstName, lastName, fullName: toFullName({ firstName, lastName }) };
    if (password === undefined && !passkey)
      throw new AppError('INVALID_REQUEST', { fields: { password: 'Password is required' } });
    if (password !== undefined) this.#assertPassword('password', password, { ...found.user, ...names });
    const passwordHash = password === undefined ? null : await this.#parts.passwords.hash(password);
    const tokens = await db.transaction(async (tx) => {
      const now = clock();
      // Another invitation may have been accepted before the lock.
      if (!isInvited(await this.#use(tx, found, now))) throw new AppError('LINK_EXPIRED');
      await revokeLinks(tx, found.user.id, ['invitation'], now);
      await assertOwnEducatorName(tx, found.user, { lastName: names.fullName });
      const user = await updateUser(tx, found.user.id, { ...names, passwordHash, termsAcceptedAt: now });
      if (!user) throw new AppError('LINK_EXPIRED');
      await logOwnEvent(tx, 'invitation_accepted', now, user, origin);
      if (passkey) await passkeys.addTo(tx, user, passkey, origin);
      return signIn.open(tx, user, browser, origin, { isFirst: true });
    });
    const { sessionToken, browserToken } = tokens;
    return { sessionToken, browserToken, user: (await sessions.find(sessionToken)).user };
  }

  /**
   * Answers every address alike, with the same statements; a job does the rest. Throws TOO_MANY_ATTEMPTS for a network
   * that asks too often.
   */
  async requestPasswordReset(
    { email: typed, selectedRole }: RouteBody<typeof requestPasswordReset>,
    origin: Origin,
  ): Promise<void> {
    const { db, env, limits } = this.#parts;
    // GET /api/config says that nobody sends mail.
    if (env.mail === undefined) return;
    const email = normalizeEmail(typed);
    await limits.countMailRequest(origin);
    await db.transaction(async (tx) => {
      const user = await selectAccountByEmail(tx, email);
      const attempt = { email, user, origin, selectedRole: selectedRole ?? null };
      await insertAuthEvent(tx, await limits.toEvent(attempt, 'password_reset_requested'));
      await enqueueForgottenPassword(tx, user?.id ?? NOBODY_ID);
    });
  }

  /** Throws LINK_EXPIRED. */
  async viewPasswordReset(token: string): Promise<RouteResponse<typeof viewPasswordReset>> {
    const { user } = await this.#find('password_reset', token);
    return { email: user.email };
  }

  /**
   * Sets the password, ends all sessions and forgets known browsers. It does not sign in, so it never skips a second
   * factor. Throws LINK_EXPIRED, INVALID_REQUEST and BUSY.
   */
  async resetPassword(
    { token, newPassword }: RouteBody<typeof resetPassword>,
    origin: Origin,
  ): Promise<RouteResponse<typeof resetPassword>> {
    const { db, clock, sessions, limits, tellOwner } = this.#parts;
    const found = await this.#find('password_reset', token);
    const { user } = found;
    this.#assertPassword('newPassword', newPassword, user);
    const passwordHash = await this.#parts.passwords.hash(newPassword);
    const passkeys = await db.transaction(async (tx) => {
      await this.#use(tx, found, clock());
      await revokeLinks(tx, user.id, ['password_reset'], clock());
      await replacePasswordHash(tx, user.id, user.passwordHash, passwordHash, clock());
      await sessions.endOwn(tx, user.id);
      await deleteKnownSources(tx, user.id);
      await logOwnEvent(tx, 'password_reset', clock(), user, origin);
      await tellOwner(tx, user);
      return countPasskeys(tx, user.id);
    });
    // So that the new password works at once.
    await limits.clear(user.email, origin);
    return { email: user.email, role: user.role, passkeys };
  }

  /**
   * Sends a link to the viewer's new address, which changes when it is opened. Every address is answered alike; a taken one
   * gets no mail. Without mail only the operator changes it. Throws REAUTHENTICATION_REQUIRED, INVALID_REQUEST and
   * TOO_MANY_ATTEMPTS.
   */
  async changeEmail(viewer: Viewer, typed: string, origin: Origin): Promise<void> {
    const { db, clock, env, sessions } = this.#parts;
    const { data: email, error } = emailAddress.safeParse(typed);
    const invalid = (message = '') => new AppError('INVALID_REQUEST', { fields: { email: message } });
    if (env.mail === undefined) throw invalid('Only the operator can change it');
    if (email === undefined) throw invalid(error?.issues[0]?.message);
    await db.transaction(async (tx) => {
      const before = await sessions.lockAuthenticated(tx, viewer);
      const { user } = viewer;
      if (before.email === email) throw invalid('This is your address already');
      const now = clock();
      if (await hasReachedMailLimit(tx, user.id, ['email_change'], now))
        throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: MAIL_WINDOW_MS / 1000 });
      await logOwnEvent(tx, 'email_change_requested', now, before, origin);
      await queueLink(tx, user.id, 'email_change', now, email);
    });
  }

  /** Throws LINK_EXPIRED. */
  async viewEmailChange(token: string): Promise<{ email: string }> {
    const { link } = await this.#find('email_change', token);
    return { email: link.email ?? '' };
  }

  /** Throws LINK_EXPIRED, also if somebody else has the address by now. */
  async confirmEmailChange(token: string, origin: Origin): Promise<{ email: string }> {
    const { db, clock, tellOwner } = this.#parts;
    const found = await this.#find('email_change', token);
    const { email } = found.link;
    if (email === null) throw new AppError('LINK_EXPIRED');
    await db.transaction(async (tx) => {
      await this.#use(tx, found, clock());
      await lockEmail(tx, email);
      if (await selectAccountByEmail(tx, email)) throw new AppError('LINK_EXPIRED');
      await this.#setEmail(tx, found.user, email, origin);
      await tellOwner(tx, found.user);
    });
    return { email };
  }

  /** Throws LINK_EXPIRED. */
  async viewNotMe(token: string): Promise<RouteResponse<typeof viewNotMe>> {
    const { link, user } = await this.#find('not_me', token);
    return { email: link.email ?? '', role: user.role };
  }

  /**
   * Secures an account that somebody else signed in to: nothing signs in any more. A customer gets the account back, with
   * the address from before. An educator's is disabled, and needs an invitation from the operator afterwards, because a
   * mailbox must not be a way around the second factor. Throws LINK_EXPIRED and BUSY.
   */
  async confirmNotMe(token: string, origin: Origin): Promise<RouteResponse<typeof confirmNotMe>> {
    const { db, clock, sessions } = this.#parts;
    const found = await this.#find('not_me', token);
    const { link } = found;
    const passwordHash = await this.#parts.passwords.hash(createLinkToken());
    return db.transaction(async (tx) => {
      const now = clock();
      const user = await this.#use(tx, found, now);
      // In this process at once.
      await sessions.endOwn(tx, user.id);
      await endAccess(tx, user, now, link.createdAt);
      await logOwnEvent(tx, 'sign_in_disowned', now, user, origin);
      if (user.role === 'educator') {
        await updateUser(tx, user.id, { disabledAt: now });
        return { email: user.email, resetToken: null };
      }
      // A password that nobody knows: with none, the account would count as invited.
      await updateUser(tx, user.id, { passwordHash, termsAcceptedAt: user.termsAcceptedAt });
      const email = await this.#restoreEmail(tx, user, link.email, origin);
      return { email, resetToken: await createLink(tx, user.id, 'password_reset', now) };
    });
  }

  /** The address that the notice was sent to, unless somebody else has it by now. */
  async #restoreEmail(tx: Transaction, user: UserRow, email: string | null, origin: Origin): Promise<string> {
    if (email === null || email === user.email) return user.email;
    await lockEmail(tx, email);
    if (await selectAccountByEmail(tx, email)) return user.email;
    await this.#setEmail(tx, user, email, origin);
    return email;
  }

  /** Links that were sent to the former address stop working. */
  async #setEmail(tx: Transaction, user: UserRow, email: string, origin: Origin): Promise<void> {
    await revokeLinks(tx, user.id, ['password_reset', 'email_change'], this.#parts.clock());
    await updateUser(tx, user.id, { email });
    await logOwnEvent(tx, 'email_changed', this.#parts.clock(), { ...user, email }, origin);
  }

  async #findInvitation(token: string): Promise<OwnedLink> {
    const found = await this.#find('invitation', token);
    // The operator has set a password since.
    if (!isInvited(found.user)) throw new AppError('LINK_EXPIRED');
    return found;
  }

  async #find(kind: AccountLinkKind, token: string): Promise<OwnedLink> {
    const { db, clock } = this.#parts;
    const found = await selectOpenLink(db, kind, hashLinkToken(token), clock());
    if (!found) throw new AppError('LINK_EXPIRED');
    return found;
  }

  /** Uses a link once. The account is locked first, as by every change of a password. Throws LINK_EXPIRED. */
  async #use(tx: Transaction, { link, user: before }: OwnedLink, now: Date): Promise<UserRow> {
    const user = await lockPassword(tx, before);
    if (!user || !(await updateLinkUsed(tx, link.id, now))) throw new AppError('LINK_EXPIRED');
    return user;
  }

  #assertPassword(field: string, password: string, owner: PasswordOwner): void {
    const problem = findPasswordProblem(password, owner, this.#parts.env.brand);
    if (problem !== undefined) throw new AppError('INVALID_REQUEST', { fields: { [field]: problem } });
  }
}
