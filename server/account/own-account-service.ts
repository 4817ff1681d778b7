import type { TaskList } from 'graphile-worker';
import { type AccountActivity, MAX_ACTIVITY } from '../../contract/account/own-data.ts';
import type { Database } from '../database/database.ts';
import type { Origin, Viewer } from '../http/viewer.ts';
import { addJob } from '../jobs/jobs-db.ts';
import type { MediaService } from '../media/media-service.ts';
import type { Clock } from '../shared/clock.ts';
import { anonymiseAuthEvents, deleteUser, selectOwnAuthEvents, updateAccount } from './accounts-db.ts';
import { exportPerson, type PersonExport } from './person-export.ts';
import { logOwnEvent } from './sessions/auth-events-db.ts';
import { REVOCATION_DELAY_MS } from './sessions/revoke-sessions.ts';
import type { Sessions } from './sessions/sessions-service.ts';
import { lockUser } from './users/users-db.ts';

const DELETE_ACCOUNT = 'delete_account';

/** What people do with their own account: read its activity, export it, delete it. */
export class OwnAccountService {
  readonly #database: Database;
  readonly #sessions: Sessions;
  readonly #media: MediaService;
  readonly #clock: Clock;
  readonly tasks: TaskList = {
    [DELETE_ACCOUNT]: (payload) => this.#deleteDisabled((payload as { user: string }).user),
  };

  constructor(database: Database, sessions: Sessions, media: MediaService, clock: Clock) {
    this.#database = database;
    this.#sessions = sessions;
    this.#media = media;
    this.#clock = clock;
  }

  async listActivity({ user }: Viewer): Promise<AccountActivity[]> {
    const events = await selectOwnAuthEvents(this.#database.db, user.id, MAX_ACTIVITY);
    return events.map(({ id, at, ...event }) => ({ id: String(id), at: at.toISOString(), ...event }));
  }

  /** All stored data of the viewer, who sees in the activity that it was read. Throws REAUTHENTICATION_REQUIRED. */
  async export({ user, sessionId }: Viewer, origin: Origin): Promise<PersonExport> {
    await this.#sessions.assertRecentlyAuthenticated(sessionId);
    await logOwnEvent(this.#database.db, 'data_exported', this.#clock(), user, origin);
    return exportPerson(this.#database.pool, { id: user.id }, this.#clock());
  }

  /**
   * Disables the account and ends its sessions at once; a job deletes it when every process has noticed that, because
   * deleted sessions can't be noticed. Throws REAUTHENTICATION_REQUIRED.
   */
  async delete({ user, sessionId }: Viewer): Promise<void> {
    await this.#sessions.assertRecentlyAuthenticated(sessionId);
    const now = this.#clock();
    await this.#database.db.transaction(async (tx) => {
      await updateAccount(tx, user.id, { disabledAt: now });
      await this.#sessions.endOwn(tx, user.id);
      await addJob(tx, {
        task: DELETE_ACCOUNT,
        payload: { user: user.id },
        runAt: new Date(now.getTime() + REVOCATION_DELAY_MS),
        key: `${DELETE_ACCOUNT}:${user.id}`,
      });
    });
  }

  /** Does nothing if an operator has enabled the account again. May run twice, because jobs run at least once. */
  async #deleteDisabled(id: string): Promise<void> {
    await this.#database.db.transaction(async (tx) => {
      const user = await lockUser(tx, id);
      if (!user?.disabledAt) return;
      await anonymiseAuthEvents(tx, user);
      await deleteUser(tx, user.id);
    });
    await this.#media.removeOfDeletedAccounts();
  }
}
