import { eq } from 'drizzle-orm';
import type { Connection } from '../database/connection.ts';
import { notificationPreferences } from '../database/schema.ts';

type PreferencesRow = typeof notificationPreferences.$inferSelect;

export const selectPreferences = async (
  db: Connection,
  userId: string,
): Promise<PreferencesRow | undefined> => {
  const [row] = await db
    .select()
    .from(notificationPreferences)
    .where(eq(notificationPreferences.userId, userId));
  return row;
};

/** One row per user. */
export const upsertPreferences = async (db: Connection, row: PreferencesRow): Promise<void> => {
  const { userId, ...choice } = row;
  await db
    .insert(notificationPreferences)
    .values(row)
    .onConflictDoUpdate({ target: notificationPreferences.userId, set: choice });
};
