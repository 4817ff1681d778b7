import { eq } from 'drizzle-orm';
import { allMarketsOn } from '../../contract/ideas/markets.ts';
import type { Connection } from '../database/connection.ts';
import { first } from '../database/rows.ts';
import { notificationPreferences } from '../database/schema.ts';

export type PreferencesRow = typeof notificationPreferences.$inferSelect;

export const selectPreferences = (db: Connection, userId: string): Promise<PreferencesRow | undefined> =>
  first(db.select().from(notificationPreferences).where(eq(notificationPreferences.userId, userId)));

type Changes = { forex: boolean | undefined; crypto: boolean | undefined; updatedAt: Date };

/** One row per user. A market without a value stays as it is. */
export const upsertPreferences = async (
  db: Connection,
  userId: string,
  changes: Changes,
): Promise<PreferencesRow> => {
  const { forex = allMarketsOn.Forex, crypto = allMarketsOn.Crypto, updatedAt } = changes;
  const [row] = await db
    .insert(notificationPreferences)
    .values({ userId, forex, crypto, updatedAt })
    .onConflictDoUpdate({ target: notificationPreferences.userId, set: changes })
    .returning();
  if (!row) throw new Error('No data returned from database');
  return row;
};
