import {
  defaultPushSettings,
  type PushSettings,
  type PushSettingsChanges,
} from '../../contract/notifications/push.ts';
import type { Db } from '../database/connection.ts';
import { releaseQuietDeliveries } from './delivery/deliveries-db.ts';
import { enqueueSend } from './delivery/push-jobs.ts';
import { selectPushSettings, toQuietHours, upsertPushSettings } from './settings-db.ts';

/** Push settings of a user, beyond the markets. `hasPrices`: whether the operator has a source of prices. */
export const readPushSettings = async (db: Db, userId: string, hasPrices: boolean): Promise<PushSettings> => {
  const row = await selectPushSettings(db, userId);
  const bookmarkAlerts = hasPrices ? (row?.bookmarkAlerts ?? false) : null;
  if (!row) return { ...defaultPushSettings, bookmarkAlerts };
  return {
    statusChanges: row.statusChanges,
    followedOnly: { Forex: row.forexFollowedOnly, Crypto: row.cryptoFollowedOnly },
    bookmarkAlerts,
    quietHours: toQuietHours(row),
  };
};

/** Stores what is given. Deliveries held by previous quiet hours are checked again. */
export const storePushSettings = (
  db: Db,
  userId: string,
  { statusChanges, followedOnly, bookmarkAlerts, quietHours }: PushSettingsChanges,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    await upsertPushSettings(tx, userId, {
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
    for (const released of await releaseQuietDeliveries(tx, userId, now))
      await enqueueSend(tx, released, now);
  });
