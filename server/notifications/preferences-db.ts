import { eq } from 'drizzle-orm';
import { allMarketsOn, type MarketSwitches } from '../../contract/ideas/markets.ts';
import type { PreferenceChanges } from '../../contract/notifications/preferences.ts';
import type { Connection } from '../database/connection.ts';
import { first, only } from '../database/rows.ts';
import { notificationPreferences } from '../database/schema.ts';

const markets = { Forex: notificationPreferences.forex, Crypto: notificationPreferences.crypto };

/** Notification preferences per market; SPEC §9's default if none are stored. Not part of the feed (DESIGN §5). */
export const selectPreferences = async (db: Connection, userId: string): Promise<MarketSwitches> => {
  const isOwn = eq(notificationPreferences.userId, userId);
  return (await first(db.select(markets).from(notificationPreferences).where(isOwn))) ?? allMarketsOn;
};

/** Stores what is given, and returns the preferences. A market without a value stays as it is. */
export const upsertPreferences = (
  db: Connection,
  userId: string,
  { Forex, Crypto }: PreferenceChanges,
  updatedAt: Date,
): Promise<MarketSwitches> => {
  const set = { forex: Forex, crypto: Crypto, updatedAt };
  const { forex = allMarketsOn.Forex, crypto = allMarketsOn.Crypto } = set;
  return only(
    db
      .insert(notificationPreferences)
      .values({ userId, forex, crypto, updatedAt })
      .onConflictDoUpdate({ target: notificationPreferences.userId, set })
      .returning(markets),
  );
};
