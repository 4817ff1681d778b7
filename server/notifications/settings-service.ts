import type { User } from '../../contract/account/auth.ts';
import {
  defaultPushSettings,
  type PushSettings,
  type PushSettingsChanges,
} from '../../contract/notifications/push.ts';
import type { Db } from '../database/connection.ts';
import type { Clock } from '../shared/clock.ts';
import { releaseQuietDeliveries } from './delivery/deliveries-db.ts';
import { enqueueSend } from './delivery/push-jobs.ts';
import { selectPushSettings, toQuietHours, upsertPushSettings } from './settings-db.ts';

/** Push settings of a user, beyond the markets. */
export class PushSettingsService {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #hasPrices: boolean;

  constructor(db: Db, clock: Clock, hasPrices: boolean) {
    this.#db = db;
    this.#clock = clock;
    this.#hasPrices = hasPrices;
  }

  async get({ id }: Pick<User, 'id'>): Promise<PushSettings> {
    const row = await selectPushSettings(this.#db, id);
    const bookmarkAlerts = this.#hasPrices ? (row?.bookmarkAlerts ?? false) : null;
    if (!row) return { ...defaultPushSettings, bookmarkAlerts };
    return {
      statusChanges: row.statusChanges,
      followedOnly: { Forex: row.forexFollowedOnly, Crypto: row.cryptoFollowedOnly },
      bookmarkAlerts,
      quietHours: toQuietHours(row),
    };
  }

  /** Stores what is given, and returns the settings. Deliveries held by previous quiet hours are checked again. */
  async update(user: Pick<User, 'id'>, changes: PushSettingsChanges): Promise<PushSettings> {
    const { id } = user;
    const { statusChanges, followedOnly, bookmarkAlerts, quietHours } = changes;
    const now = this.#clock();
    await this.#db.transaction(async (tx) => {
      await upsertPushSettings(tx, id, {
        statusChanges,
        forexFollowedOnly: followedOnly?.Forex,
        cryptoFollowedOnly: followedOnly?.Crypto,
        bookmarkAlerts,
        ...(quietHours !== undefined && {
          quietFrom: quietHours?.from ?? null,
          quietTo: quietHours?.to ?? null,
          timeZone: quietHours?.timeZone ?? null,
        }),
        updatedAt: now,
      });
      for (const released of await releaseQuietDeliveries(tx, id, now)) await enqueueSend(tx, released, now);
    });
    return this.get(user);
  }
}
