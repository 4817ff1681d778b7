import type { Clock } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { OperatorError } from '../operator-error.ts';
import { endSessions } from '../sessions/revoke-sessions.ts';
import {
  type AuthEventRow,
  type AuthLogFilter,
  type OpenSession,
  selectAccountForUpdate,
  selectAuthEvents,
  selectOpenSessions,
} from './accounts-db.ts';

/** Who is signed in, and who tried: as operators see and end it. */
export class AccessService {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Open sessions of one address, or of everyone. Throws OperatorError where the address has no account. */
  async openSessions(email: string | null): Promise<OpenSession[]> {
    const userId = email === null ? null : (await this.#account(email)).id;
    return selectOpenSessions(this.#db, userId, this.#clock());
  }

  /** Ends the sessions of one address, or of everyone, within 5 s in every process. Answers how many there were. */
  async revoke(email: string | null): Promise<number> {
    const user = email === null ? null : await this.#account(email);
    return this.#db.transaction((tx) => endSessions(tx, user, this.#clock()));
  }

  /** The log of sign-ins, newest first. */
  authLog(filter: AuthLogFilter, limit: number): Promise<AuthEventRow[]> {
    return selectAuthEvents(this.#db, filter, limit);
  }

  async #account(email: string) {
    const user = await selectAccountForUpdate(this.#db, email.trim());
    if (!user) throw new OperatorError(`${email} has no account. "users list" shows all.`);
    return user;
  }
}
