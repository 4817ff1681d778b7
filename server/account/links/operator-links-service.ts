import { LINK_LIFETIME_MS } from '../../../contract/account/account-links.ts';
import type { Db, Transaction } from '../../database/connection.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Env } from '../../shared/env.ts';
import { OperatorError } from '../../shared/operator-error.ts';
import { assertInvitee, type Invitee, type Person } from '../account-input.ts';
import {
  insertAccounts,
  lockAccount,
  selectAccountForUpdate,
  selectEducatorForUpdate,
  updateAccount,
} from '../accounts-db.ts';
import { endAccess } from '../end-access.ts';
import { type Actor, ADMIN_COMMAND, logAction } from '../sessions/revoke-sessions.ts';
import { type LinkRow, revokeLinks, selectInvitations } from '../users/account-links-db.ts';
import type { UserRow } from '../users/users-db.ts';
import { addUser, toFullName } from '../users/users-service.ts';
import { canHavePassword, createLink, createLinkUrl, isInvited, queueLink } from './account-links.ts';

/** How a link reaches its owner. */
type Delivery = 'mail' | 'print';

/** A link that was made for somebody; the URL is null if it is sent by mail. */
export type IssuedLink = { email: string; url: string | null };

type Invitation = {
  user: UserRow;
  /** Null until the mail is sent. */
  sentAt: Date | null;
  expiresAt: Date;
  state: 'waiting' | 'open' | 'expired' | 'not delivered' | 'revoked';
};

/** Links that an operator gives out, logged in auth_events. Throws OperatorError. */
export class OperatorLinksService {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #env: Pick<Env, 'baseUrl' | 'port' | 'mail'>;
  readonly #actor: Actor;

  constructor(
    db: Db,
    clock: Clock,
    env: Pick<Env, 'baseUrl' | 'port' | 'mail'>,
    actor: Actor = ADMIN_COMMAND,
  ) {
    this.#db = db;
    this.#clock = clock;
    this.#env = env;
    this.#actor = actor;
  }

  /** By mail where it is set up, unless the operator wants to pass links on. */
  chooseDelivery(wantsPrint: boolean | undefined): Delivery {
    return this.#env.mail === undefined || wantsPrint ? 'print' : 'mail';
  }

  /** Adds a customer without a password and invites them, or invites somebody again who has not accepted yet. */
  invite(given: Invitee, delivery: Delivery): Promise<IssuedLink> {
    const { email, firstName, lastName } = assertInvitee(given);
    return this.#db.transaction(async (tx) => {
      const before = await selectAccountForUpdate(tx, email);
      if (!before) {
        const person = { email, firstName: firstName ?? '', lastName: lastName ?? '' };
        const user = await addUser(tx, { role: 'customer', ...person });
        return this.#issue(tx, user, 'invitation', delivery);
      }
      assertInvitable(before);
      const names = { firstName: firstName ?? before.firstName, lastName: lastName ?? before.lastName };
      // "educators set" names educators, each differently.
      if (before.educatorId === null)
        await updateAccount(tx, before.id, { ...names, fullName: toFullName(names) });
      return this.#issue(tx, before, 'invitation', delivery);
    });
  }

  /** Ends everything that signs in to an educator's account, and invites its owner to set it up anew. */
  enrol(educatorId: string, delivery: Delivery): Promise<IssuedLink> {
    return this.#db.transaction(async (tx) => {
      const user = await selectEducatorForUpdate(tx, educatorId);
      if (!user || !canHavePassword(user)) throw new OperatorError(`There is no educator ${educatorId}.`);
      assertEnabled(user);
      await endAccess(tx, user, this.#clock());
      return this.#issue(tx, user, 'invitation', delivery);
    });
  }

  /** Adds and invites all of these customers or none. */
  inviteAll(people: readonly Person[], delivery: Delivery): Promise<IssuedLink[]> {
    return this.#db.transaction(async (tx) => {
      const rows = people.map(({ email, firstName, lastName }) => ({
        role: 'customer' as const,
        email,
        firstName,
        lastName,
        fullName: toFullName({ firstName, lastName }),
      }));
      const issued: IssuedLink[] = [];
      for (const account of await insertAccounts(tx, rows))
        issued.push(await this.#issue(tx, account, 'invitation', delivery));
      return issued;
    });
  }

  /** The newest invitation of each account that has not accepted one, by address. */
  async invitations(): Promise<Invitation[]> {
    const now = this.#clock();
    return (await selectInvitations(this.#db)).map(({ link, user }) => ({
      user,
      sentAt: link.tokenHash && new Date(link.expiresAt.getTime() - LINK_LIFETIME_MS.invitation),
      expiresAt: link.expiresAt,
      state: getInvitationState(link, now),
    }));
  }

  /** The account stays, but nobody can accept its invitation, nor get it again by a forgotten password. */
  revokeInvitation(email: string): Promise<void> {
    return this.#db.transaction(async (tx) => {
      const user = await lockAccount(tx, email);
      if ((await revokeLinks(tx, user.id, ['invitation'], this.#clock())) === 0)
        throw new OperatorError(`${user.email} has no open invitation.`);
      await logAction(tx, 'invitation_revoked', this.#clock(), user, this.#actor);
    });
  }

  /** A link to choose a new password. */
  createResetLink(email: string, delivery: Delivery): Promise<IssuedLink> {
    return this.#db.transaction(async (tx) => {
      const user = await lockAccount(tx, email);
      assertEnabled(user);
      if (!canHavePassword(user))
        throw new OperatorError(`Educator ${user.educatorId} is test data and can't sign in.`);
      if (isInvited(user))
        throw new OperatorError(`${user.email} hasn't accepted the invitation yet. Invite them again.`);
      return this.#issue(tx, user, 'password_reset', delivery);
    });
  }

  async #issue(
    tx: Transaction,
    user: Pick<UserRow, 'id' | 'email' | 'role'>,
    kind: 'invitation' | 'password_reset',
    delivery: Delivery,
  ): Promise<IssuedLink> {
    const { id, email } = user;
    const now = this.#clock();
    await logAction(tx, kind === 'invitation' ? 'invited' : 'reset_sent', now, user, this.#actor);
    if (delivery === 'print')
      return { email, url: createLinkUrl(this.#env, kind, await createLink(tx, id, kind, now)) };
    await queueLink(tx, id, kind, now);
    return { email, url: null };
  }
}

const assertEnabled = ({ email, disabledAt }: UserRow) => {
  if (disabledAt !== null) throw new OperatorError(`${email} is disabled. Enable the account first.`);
};

const assertInvitable = (user: UserRow) => {
  assertEnabled(user);
  if (!isInvited(user))
    throw new OperatorError(
      `${user.email} already has an account. A link for a new password helps them sign in.`,
    );
};

/** Of an invitation that is not accepted yet. */
export const getInvitationState = (
  { revokedAt, tokenHash, expiresAt }: Pick<LinkRow, 'revokedAt' | 'tokenHash' | 'expiresAt'>,
  now: Date,
): Invitation['state'] => {
  if (revokedAt !== null) return 'revoked';
  if (tokenHash === null) return expiresAt > now ? 'waiting' : 'not delivered';
  return expiresAt > now ? 'open' : 'expired';
};
