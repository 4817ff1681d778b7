import { setTimeout as sleep } from 'node:timers/promises';
import type { User } from '../../contract/account/auth.ts';
import type { Db, Transaction } from '../database/connection.ts';
import type { TellOwner } from '../http/viewer.ts';
import type { Clock } from '../shared/clock.ts';
import { OperatorError } from '../shared/operator-error.ts';
import {
  assertInvitee,
  assertPassword,
  assertPerson,
  generatePassword,
  type Person,
} from './account-input.ts';
import {
  type AuthEventRow,
  anonymiseAuthEvents,
  assertEmailsFree,
  countPublished,
  deletePasskeys,
  deleteUser,
  hasSessionEndedSince,
  insertAccounts,
  lockAccount,
  type OpenSession,
  selectOpenSessions,
  selectTakenEmails,
  updateAccount,
} from './accounts-db.ts';
import type { CustomerRow } from './customer-import.ts';
import { assertCanHavePassword } from './links/account-links.ts';
import { deleteKnownSources } from './sessions/known-sources-db.ts';
import {
  type Actor,
  ADMIN_COMMAND,
  logAction,
  REVOCATION_DELAY_MS,
  revokeSessions,
} from './sessions/revoke-sessions.ts';
import { deleteTimeCode } from './sessions/time-codes-db.ts';
import { ALL_LINKS, revokeLinks } from './users/account-links-db.ts';
import { passwordHasher } from './users/password-hashing.ts';
import type { UserRow } from './users/users-db.ts';
import { addUser, toFullName } from './users/users-service.ts';

/** Addresses in one statement. */
const BATCH_SIZE = 1_000;

/** A generated password, which can be shown only now; null if none was generated. */
export type Issued<T> = T & { password: string | null };

/**
 * Account operations for operators. Passwords set here must be changed at the first sign-in. What is done with an account
 * is logged in auth_events.
 */
export class AccountsService {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #tellOwner: TellOwner;
  readonly #actor: Actor;

  constructor(db: Db, clock: Clock, tellOwner: TellOwner, actor = ADMIN_COMMAND) {
    this.#db = db;
    this.#clock = clock;
    this.#tellOwner = tellOwner;
    this.#actor = actor;
  }

  /** Adds a customer. Without a password, generates and returns one. Throws OperatorError if the address is taken. */
  async addCustomer(given: Person, password: string | null): Promise<Issued<User>> {
    const person = assertPerson(given);
    const issued = password ?? generatePassword();
    assertPassword(issued, person);
    await assertEmailsFree(this.#db, [person.email]);
    const user = await addUser(this.#db, {
      role: 'customer',
      ...person,
      passwordHash: await passwordHasher.hash(issued),
      mustChangePassword: true,
    });
    return { ...user, password: password === null ? issued : null };
  }

  /** Adds all of these customers or none. Returns their generated passwords; `onHashed` reports progress. */
  async addCustomers(
    people: readonly Person[],
    onHashed: (done: number) => void,
  ): Promise<{ email: string; password: string }[]> {
    const issued: { email: string; password: string }[] = [];
    const rows: Parameters<typeof insertAccounts>[1][number][] = [];
    // Hashed before the transaction, because it takes 50 ms per person.
    for (const person of people) {
      const password = generatePassword();
      const fullName = toFullName(person);
      const passwordHash = await passwordHasher.hash(password);
      rows.push({ ...person, role: 'customer', fullName, passwordHash, mustChangePassword: true });
      issued.push({ email: person.email, password });
      onHashed(issued.length);
    }
    await this.#db.transaction((tx) => insertAccounts(tx, rows));
    return issued;
  }

  /** Says of rows without another problem whether their address has an account. */
  async checkTaken(rows: readonly CustomerRow[]): Promise<CustomerRow[]> {
    const checked: CustomerRow[] = [];
    for (let from = 0; from < rows.length; from += BATCH_SIZE) {
      const some = rows.slice(from, from + BATCH_SIZE);
      const taken = await selectTakenEmails(
        this.#db,
        some.map(({ email }) => email),
      );
      for (const row of some)
        checked.push({
          ...row,
          problem: row.problem ?? (taken.includes(row.email) ? `${row.email} already has an account` : null),
        });
    }
    return checked;
  }

  /** Open sessions of one address, or all. Throws OperatorError for an unknown address. */
  async openSessions(email: string | null): Promise<OpenSession[]> {
    const userId = email === null ? null : (await lockAccount(this.#db, email)).id;
    return selectOpenSessions(this.#db, userId, this.#clock());
  }

  /** Ends the sessions of one address, or all, within 5 s in every process. Returns their number. */
  async endSessions(email: string | null): Promise<number> {
    const user = email === null ? null : await lockAccount(this.#db, email);
    return this.#db.transaction((tx) => revokeSessions(tx, user, this.#clock(), this.#actor));
  }

  /** Disables sign-in and ends the sessions. Returns the number of sessions. */
  disable(email: string): Promise<number> {
    return this.#change(email, async (tx, user) => {
      if (user.disabledAt === null) {
        await updateAccount(tx, user.id, { disabledAt: this.#clock() });
        await this.#log(tx, 'account_disabled', user);
      }
      await revokeLinks(tx, user.id, ALL_LINKS, this.#clock());
      return revokeSessions(tx, user, this.#clock(), this.#actor);
    });
  }

  /** Enables sign-in again, with the previous password. */
  enable(email: string): Promise<void> {
    return this.#change(email, async (tx, user) => {
      if (user.disabledAt === null) return;
      await updateAccount(tx, user.id, { disabledAt: null });
      await this.#log(tx, 'account_enabled', user);
    });
  }

  /** Gives a customer another address, which the same person has; links to the former one stop working. Returns it. */
  changeEmail(before: string, after: string): Promise<string> {
    const { email } = assertInvitee({ email: after });
    return this.#change(before, async (tx, user) => {
      if (user.educatorId !== null)
        throw new OperatorError(`${user.email} is an educator. Use "educators set ${user.educatorId}".`);
      await assertEmailsFree(tx, [email]);
      await revokeLinks(tx, user.id, ALL_LINKS, this.#clock());
      await updateAccount(tx, user.id, { email });
      await this.#log(tx, 'email_changed', { ...user, email });
      await this.#tellOwner(tx, user);
      return email;
    });
  }

  /** Sets a password and ends the sessions. Without a password, generates and returns one. */
  async resetPassword(email: string, password: string | null): Promise<Issued<{ endedSessions: number }>> {
    const issued = password ?? generatePassword();
    const passwordHash = await passwordHasher.hash(issued);
    return this.#change(email, async (tx, user) => {
      assertCanHavePassword(user);
      assertPassword(issued, user);
      await updateAccount(tx, user.id, { passwordHash, mustChangePassword: true });
      await revokeLinks(tx, user.id, ALL_LINKS, this.#clock());
      await this.#log(tx, 'password_changed', user);
      await this.#tellOwner(tx, user);
      const endedSessions = await revokeSessions(tx, user, this.#clock(), this.#actor);
      await deleteKnownSources(tx, user.id);
      return { endedSessions, password: password === null ? issued : null };
    });
  }

  /** Removes codes and passkeys and ends the sessions. Returns their number; null if there was nothing to remove. */
  resetSecondFactor(email: string): Promise<number | null> {
    return this.#change(email, async (tx, user) => {
      const hadTimeCode = await deleteTimeCode(tx, user.id);
      const passkeys = await deletePasskeys(tx, user.id);
      if (!hadTimeCode && passkeys === 0) return null;
      await revokeLinks(tx, user.id, ALL_LINKS, this.#clock());
      await this.#log(tx, 'second_factor_removed', user);
      await this.#tellOwner(tx, user);
      return revokeSessions(tx, user, this.#clock(), this.#actor);
    });
  }

  /**
   * Deletes an account and all its rows; the sign-in log keeps anonymised events, and who deleted one. Throws OperatorError for an
   * educator who has published, because customers rely on the record.
   */
  async delete(email: string): Promise<void> {
    const justEnded = await this.#change(email, async (tx, user) => {
      await assertNothingPublished(tx, user);
      if (user.disabledAt === null) await updateAccount(tx, user.id, { disabledAt: this.#clock() });
      await revokeSessions(tx, user, this.#clock(), this.#actor);
      return hasSessionEndedSince(tx, user.id, new Date(this.#clock().getTime() - REVOCATION_DELAY_MS));
    });
    // Deleted session rows can't be noticed by other processes, so their streams are closed first.
    if (justEnded) await sleep(REVOCATION_DELAY_MS);
    await this.#change(email, async (tx, user) => {
      await anonymiseAuthEvents(tx, user);
      await deleteUser(tx, user.id);
      await this.#log(tx, 'account_deleted', null);
    });
  }

  #log(tx: Transaction, kind: AuthEventRow['kind'], user: UserRow | null): Promise<void> {
    return logAction(tx, kind, this.#clock(), user, this.#actor);
  }

  /** Runs one change of an account in a transaction. Throws OperatorError for an unknown address. */
  #change<T>(email: string, change: (tx: Transaction, user: UserRow) => Promise<T>): Promise<T> {
    return this.#db.transaction(async (tx) => change(tx, await lockAccount(tx, email)));
  }
}

const assertNothingPublished = async (tx: Transaction, user: UserRow) => {
  if (user.educatorId === null) return;
  const published = await countPublished(tx, user.educatorId);
  const nonEmpty = Object.entries(published).filter(([, count]) => count > 0);
  if (nonEmpty.length === 0) return;
  throw new OperatorError(
    `${user.email} is educator ${user.educatorId} with ${nonEmpty.map(([what, count]) => `${count} ${what}`).join(', ')}. ` +
      "Customers followed these and the ledger contains them, so the account can't be deleted. Disabling it ends their access; " +
      'the command "educators set" gives the id another name and address.',
  );
};
