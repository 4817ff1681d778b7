import { sql } from 'drizzle-orm';
import type { Connection } from './connection.ts';

type RecordedBackup = { at: string; bytes: number };

/** The row of `settings`. Files outlive what they were made of, so a restore leaves it as it is. */
export const BACKUPS = 'backups';
const KEPT = 10;

/** Newest first. */
export const selectBackups = async (db: Connection): Promise<RecordedBackup[]> => {
  const { rows } = await db.execute<{ value: RecordedBackup[] }>(
    sql`select value from settings where key = ${BACKUPS}`,
  );
  return rows[0]?.value ?? [];
};

/** Records a backup that is complete; the newest ten are kept. */
export const recordBackup = async (db: Connection, backup: RecordedBackup): Promise<void> => {
  await db.execute(sql`
    insert into settings (key, value) values (${BACKUPS}, ${JSON.stringify([backup])}::jsonb)
    on conflict (key) do update set value = jsonb_path_query_array(excluded.value || settings.value, ${`$[0 to ${KEPT - 1}]`}::jsonpath)`);
};
