import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Transaction } from '../database/connection.ts';
import type { TellOwner } from '../http/viewer.ts';
import type { Clock } from '../shared/clock.ts';
import { OperatorError } from '../shared/operator-error.ts';
import { assertInvitee } from './account-input.ts';
import {
  type AuthEventRow,
  anonymiseAuthEvents,
  assertEmailsFree,
  countPublished,
  deletePasskeys,
  deleteUser,
  hasSessionEndedSince,
  lockAccount,
  selectTakenEmails,
  updateAccount,
} from './accounts-db.ts';
import type { CustomerRow } from './customer-import.ts';
import {
  type Actor,
  ADMIN_COMMAND,
  logAction,
  REVOCATION_DELAY_MS,
  revokeSessions,
} from './sessions/revoke-sessions.ts';
import { type OpenSession, selectOpenSessions } from './sessions/sessions-db.ts';
import { deleteTimeCode } from './sessions/time-codes-db.ts';
import { ALL_LINKS, revokeLinks } from './users/account-links-db.ts';
import type { UserRow } from './users/users-db.ts';

/** Addresses in one statement. */
const BATCH_SIZE = 1_000;

/** Account operations for operators. What is done with an account is logged in auth_events. */
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
