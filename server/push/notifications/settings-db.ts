import { eq, inArray } from 'drizzle-orm';
import type { QuietHours } from '../../../contract/push.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { pushSettings } from '../../database/schema.ts';

export type PushSettingsRow = typeof pushSettings.$inferSelect;

/** Quiet hours of a row; null if not set. */
export const toQuietHours = ({
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

/** Quiet hours of these users, locked until the transaction ends. Ordered, to avoid deadlocks. */
export const lockQuietHours = async (
  tx: Transaction,
  userIds: readonly string[],
): Promise<Map<string, QuietHours | null>> => {
  const rows = await tx
    .select()
    .from(pushSettings)
    .where(inArray(pushSettings.userId, [...userIds]))
    .orderBy(pushSettings.userId)
    .for('share');
  return new Map(rows.map((row) => [row.userId, toQuietHours(row)]));
};

/** One row per user. Settings that are not given stay as they are. */
export const upsertPushSettings = async (
  db: Connection,
  row: typeof pushSettings.$inferInsert,
): Promise<void> => {
  const { userId, ...choice } = row;
  await db.insert(pushSettings).values(row).onConflictDoUpdate({ target: pushSettings.userId, set: choice });
};
