import type { User } from '../../../contract/auth.ts';
import { defaultPushSettings, type PushSettings } from '../../../contract/push.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/connection.ts';
import { updateQuietDue } from '../delivery/deliveries-db.ts';
import { enqueueRelease } from '../delivery/push-jobs.ts';
import { quietHoursOf, selectPushSettings, upsertPushSettings } from './settings-db.ts';

/** How a person wants pushes, beyond the markets they chose. */
export class PushSettingsService {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async settings({ id }: Pick<User, 'id'>): Promise<PushSettings> {
    const row = await selectPushSettings(this.#db, id);
    return row ? { statusChanges: row.statusChanges, quietHours: quietHoursOf(row) } : defaultPushSettings;
  }

  /** Keeps the person's choice and answers it. What waited for the end of other quiet hours is looked at again. */
  async choose({ id }: Pick<User, 'id'>, chosen: PushSettings): Promise<PushSettings> {
    const { statusChanges, quietHours } = chosen;
    const now = this.#clock();
    await this.#db.transaction(async (tx) => {
      // Its row is held until the end: a worker that is about to let a device wait by the hours of before comes to it
      // first, and what it writes is found below, or afterwards, and reads these.
      await upsertPushSettings(tx, {
        userId: id,
        statusChanges,
        quietFrom: quietHours?.from ?? null,
        quietTo: quietHours?.to ?? null,
        timeZone: quietHours?.timeZone ?? null,
        updatedAt: now,
      });
      for (const notification of await updateQuietDue(tx, id, now))
        await enqueueRelease(tx, notification, id, now);
    });
    return { statusChanges, quietHours };
  }
}
