import { eq, inArray } from 'drizzle-orm';
import type { QuietHours } from '../../../contract/push.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { pushSettings } from '../../database/schema.ts';

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

/** People's quiet hours, which nobody changes until this transaction ends. In one order, so that no two wait for each other. */
export const holdQuietHours = async (
  tx: Transaction,
  userIds: readonly string[],
): Promise<Map<string, QuietHours | null>> => {
  const rows = await tx
    .select()
    .from(pushSettings)
    .where(inArray(pushSettings.userId, [...userIds]))
    .orderBy(pushSettings.userId)
    .for('share');
  return new Map(rows.map((row) => [row.userId, quietHoursOf(row)]));
};

/** One row per person: the latest choice replaces the one before. */
export const upsertPushSettings = async (db: Connection, row: PushSettingsRow): Promise<void> => {
  const { userId, ...choice } = row;
  await db.insert(pushSettings).values(row).onConflictDoUpdate({ target: pushSettings.userId, set: choice });
};
