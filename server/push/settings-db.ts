import { eq } from 'drizzle-orm';
import type { QuietHours } from '../../contract/push.ts';
import type { Connection } from '../database/connection.ts';
import { pushSettings } from '../database/schema.ts';

export type PushSettingsRow = typeof pushSettings.$inferSelect;

/** The quiet hours of a row; null where none were chosen. */
export const quietHoursOf = ({
  quietFrom: from,
  quietTo: to,
  timeZone,
}: Pick<PushSettingsRow, 'quietFrom' | 'quietTo' | 'timeZone'>): QuietHours | null =>
  from === null || to === null || timeZone === null ? null : { from, to, timeZone };

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
