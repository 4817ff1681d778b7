import type { User } from '../../contract/auth.ts';
import { defaultPushSettings, type PushSettings } from '../../contract/push.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { updateQuietDue } from './deliveries-db.ts';
import { enqueueDelivery } from './push-jobs.ts';
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
    await upsertPushSettings(this.#db, {
      userId: id,
      statusChanges,
      quietFrom: quietHours?.from ?? null,
      quietTo: quietHours?.to ?? null,
      timeZone: quietHours?.timeZone ?? null,
      updatedAt: now,
    });
    for (const notification of await updateQuietDue(this.#db, id, now))
      await enqueueDelivery(this.#db, notification, now);
    return { statusChanges, quietHours };
  }
}
