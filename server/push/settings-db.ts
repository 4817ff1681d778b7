import { eq } from 'drizzle-orm';
import type { Connection } from '../database/connection.ts';
import { pushSettings } from '../database/schema.ts';

export type PushSettingsRow = typeof pushSettings.$inferSelect;

export const selectPushSettings = async (
  db: Connection,
  userId: string,
): Promise<PushSettingsRow | undefined> => {
  const [row] = await db.select().from(pushSettings).where(eq(pushSettings.userId, userId));
  return row;
};

/** One row per person: the latest choice replaces the one before. */
export const upsertPushSettings = async (db: Connection, row: PushSettingsRow): Promise<void> => {
  const { userId, ...choice } = row;
  await db.insert(pushSettings).values(row).onConflictDoUpdate({ target: pushSettings.userId, set: choice });
};
