import type { Db } from '../database/connection.ts';
import type { Clock } from '../shared/clock.ts';
import { OperatorError } from '../shared/operator-error.ts';
import {
  type AuthEventRow,
  type AuthLogFilter,
  type OpenSession,
  selectAccountForUpdate,
  selectAuthEvents,
  selectOpenSessions,
} from './accounts-db.ts';
import { type Actor, ADMIN_COMMAND, revokeSessions } from './sessions/revoke-sessions.ts';

/** Sessions and the sign-in log for operators. */
export class AccessService {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #actor: Actor;

  constructor(db: Db, clock: Clock, actor = ADMIN_COMMAND) {
    this.#db = db;
    this.#clock = clock;
    this.#actor = actor;
  }

  /** Open sessions of one address, or all. Throws OperatorError for an unknown address. */
  async openSessions(email: string | null): Promise<OpenSession[]> {
    const userId = email === null ? null : (await this.#account(email)).id;
    return selectOpenSessions(this.#db, userId, this.#clock());
  }

  /** Ends the sessions of one address, or all, within 5 s in every process. Returns their number. */
  async revoke(email: string | null): Promise<number> {
    const user = email === null ? null : await this.#account(email);
    return this.#db.transaction((tx) => revokeSessions(tx, user, this.#clock(), this.#actor));
  }

  /** The sign-in log, newest first. */
  authLog(filter: AuthLogFilter, limit: number): Promise<AuthEventRow[]> {
    return selectAuthEvents(this.#db, filter, limit);
  }

  async #account(email: string) {
    const user = await selectAccountForUpdate(this.#db, email.trim());
    if (!user) throw new OperatorError(`No account for ${email}.`);
    return user;
  }
}
