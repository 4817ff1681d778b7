import { eq } from 'drizzle-orm';
import type { QuietHours } from '../../contract/notifications/push.ts';
import type { Connection } from '../database/connection.ts';
import { first } from '../database/rows.ts';
import { pushSettings } from '../database/schema.ts';

type PushSettingsRow = typeof pushSettings.$inferSelect;

/** Quiet hours of a row; null if not set. */
export const toQuietHours = ({
  quietFrom: from,
  quietTo: to,
  timeZone,
}: Pick<PushSettingsRow, 'quietFrom' | 'quietTo' | 'timeZone'>): QuietHours | null =>
  from === null || to === null || timeZone === null ? null : { from, to, timeZone };

export const selectPushSettings = (db: Connection, userId: string): Promise<PushSettingsRow | undefined> =>
  first(db.select().from(pushSettings).where(eq(pushSettings.userId, userId)));

type Changes = Omit<typeof pushSettings.$inferInsert, 'userId' | 'statusChanges'> & {
  statusChanges: boolean | undefined;
};

/** One row per user. Settings that are not given stay as they are. */
export const upsertPushSettings = async (db: Connection, userId: string, changes: Changes): Promise<void> => {
  const row = { userId, ...changes, statusChanges: changes.statusChanges ?? false };
  await db.insert(pushSettings).values(row).onConflictDoUpdate({ target: pushSettings.userId, set: changes });
};
