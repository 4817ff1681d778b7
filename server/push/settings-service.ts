import type { User } from '../../contract/auth.ts';
import { defaultPushSettings, type PushSettings } from '../../contract/push.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { type PushSettingsRow, selectPushSettings, upsertPushSettings } from './settings-db.ts';

/** The quiet hours of a row; null where none were chosen. */
export const quietHoursOf = ({
  quietFrom: from,
  quietTo: to,
  timeZone,
}: Pick<PushSettingsRow, 'quietFrom' | 'quietTo' | 'timeZone'>): PushSettings['quietHours'] =>
  from === null || to === null || timeZone === null ? null : { from, to, timeZone };

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

  /** Keeps the person's choice and answers it. */
  async choose({ id }: Pick<User, 'id'>, chosen: PushSettings): Promise<PushSettings> {
    const { statusChanges, quietHours } = chosen;
    await upsertPushSettings(this.#db, {
      userId: id,
      statusChanges,
      quietFrom: quietHours?.from ?? null,
      quietTo: quietHours?.to ?? null,
      timeZone: quietHours?.timeZone ?? null,
      updatedAt: this.#clock(),
    });
    return { statusChanges, quietHours };
  }
}
