import { setTimeout as sleep } from 'node:timers/promises';
import type { User } from '../../contract/auth.ts';
import { EDUCATOR_IDS } from '../../contract/educators.ts';
import type { Clock } from '../clock.ts';
import type { Db, Transaction } from '../database/connection.ts';
import { OperatorError } from '../operator-error.ts';
import { endSessions, SESSION_END_NOTICED_MS } from '../sessions/revoke-sessions.ts';
import { hashPassword } from '../users/password-hashing.ts';
import type { UserRow } from '../users/users-db.ts';
import { addUser } from '../users/users-service.ts';
import { assertPassword, generatePassword, type Person, personOf } from './account-input.ts';
import {
  type AccountFilter,
  anonymiseAuthEvents,
  countPublished,
  deleteAccount,
  hasSessionEndedSince,
  insertAccounts,
  selectAccountForUpdate,
  selectAccounts,
  selectTakenEmails,
  updateAccount,
} from './accounts-db.ts';

const INSERTED_AT_ONCE = 500;

/** A password that was made here: it can be shown now and never again. */
export type Issued<T> = T & { password: string | null };

/** What operators do with accounts. Every end of sessions is a row of auth_events, as a sign-out is. */
export class AccountsService {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Accounts by address, `limit` at most, after `after`. */
  list(filter: AccountFilter, limit: number, after?: string): Promise<UserRow[]> {
    return selectAccounts(this.#db, filter, limit, after);
  }

  /** Adds a customer. Without a password one is made and answered. Throws OperatorError for a taken address. */
  async addCustomer(given: Person, password: string | null): Promise<Issued<User>> {
    const person = personOf(given);
    const issued = password ?? generatePassword();
    assertPassword(issued);
    const [taken] = await selectTakenEmails(this.#db, [person.email]);
    if (taken !== undefined) throw new OperatorError(`${taken} has an account already.`);
    const user = await addUser(this.#db, { role: 'customer', ...person, password: issued });
    return { ...user, password: password === null ? issued : null };
  }

  /** Adds all of these customers or none. Answers each with the password made for them; `onHashed` counts along. */
  async addCustomers(
    people: readonly Person[],
    onHashed: (done: number) => void,
  ): Promise<{ email: string; password: string }[]> {
    const issued: { email: string; password: string }[] = [];
    const rows: Parameters<typeof insertAccounts>[1] = [];
    // Hashed before the transaction: it takes 50 ms a person, and a transaction should not wait for that.
    for (const person of people) {
      const password = generatePassword();
      const fullName = `${person.firstName} ${person.lastName}`;
      rows.push({ ...person, role: 'customer', fullName, passwordHash: await hashPassword(password) });
      issued.push({ email: person.email, password });
      onHashed(issued.length);
    }
    await this.#db.transaction(async (tx) => {
      for (let from = 0; from < rows.length; from += INSERTED_AT_ONCE)
        await insertAccounts(tx, rows.slice(from, from + INSERTED_AT_ONCE));
    });
    return issued;
  }

  /** Which of these addresses have an account. */
  takenEmails(emails: string[]): Promise<string[]> {
    return selectTakenEmails(this.#db, emails);
  }

  /** Nobody can sign in to the account any more, and its sessions end. Answers how many there were. */
  disable(email: string): Promise<number> {
    return this.#change(email, async (tx, user) => {
      if (user.disabledAt === null) await updateAccount(tx, user.id, { disabledAt: this.#clock() });
      return endSessions(tx, user, this.#clock());
    });
  }

  /** Lets the person sign in again, with the password they had. */
  enable(email: string): Promise<void> {
    return this.#change(email, (tx, user) => updateAccount(tx, user.id, { disabledAt: null }));
  }

  /** Gives the account another password and ends its sessions. Without a password one is made and answered. */
  async resetPassword(email: string, password: string | null): Promise<Issued<{ endedSessions: number }>> {
    const issued = password ?? generatePassword();
    assertPassword(issued);
    const passwordHash = await hashPassword(issued);
    return this.#change(email, async (tx, user) => {
      assertMaySignIn(user);
      await updateAccount(tx, user.id, { passwordHash });
      const endedSessions = await endSessions(tx, user, this.#clock());
      return { endedSessions, password: password === null ? issued : null };
    });
  }

  /**
   * Removes a person: their account and all rows that hang on it; the log of sign-ins keeps that somebody signed in,
   * not who. Throws OperatorError for an educator who has published: the record is not theirs alone.
   */
  async delete(email: string): Promise<void> {
    const justEnded = await this.#change(email, async (tx, user) => {
      await assertNothingPublished(tx, user);
      if (user.disabledAt === null) await updateAccount(tx, user.id, { disabledAt: this.#clock() });
      await endSessions(tx, user, this.#clock());
      return hasSessionEndedSince(tx, user.id, new Date(this.#clock().getTime() - SESSION_END_NOTICED_MS));
    });
    // A session's row that is gone tells nobody that it ended: its streams are closed first, everywhere.
    if (justEnded) await sleep(SESSION_END_NOTICED_MS);
    await this.#change(email, async (tx, user) => {
      await anonymiseAuthEvents(tx, user);
      await deleteAccount(tx, user.id);
    });
  }

  /** One change of an account in its transaction. Throws OperatorError where there is none. */
  #change<T>(email: string, change: (tx: Transaction, user: UserRow) => Promise<T>): Promise<T> {
    return this.#db.transaction(async (tx) => {
      const user = await selectAccountForUpdate(tx, email.trim());
      if (!user) throw new OperatorError(`${email} has no account. "users list" shows all.`);
      return change(tx, user);
    });
  }
}

/** SPEC §3: educator 9 is test data, and nobody signs in as it. */
const assertMaySignIn = ({ educatorId }: UserRow) => {
  if (educatorId !== null && !(EDUCATOR_IDS as readonly string[]).includes(educatorId))
    throw new OperatorError(`Educator ${educatorId} is test data: nobody signs in as it.`);
};

const assertNothingPublished = async (tx: Transaction, user: UserRow) => {
  if (user.educatorId === null) return;
  const published = await countPublished(tx, user.educatorId);
  const held = Object.entries(published).filter(([, count]) => count > 0);
  if (held.length === 0) return;
  throw new OperatorError(
    `${user.email} is educator ${user.educatorId} with ${held.map(([what, count]) => `${count} ${what}`).join(', ')}. ` +
      'Customers followed these, and the ledger keeps them: the account stays. "users disable" ends their access; ' +
      '"educators set" gives the id another name and address.',
  );
};
