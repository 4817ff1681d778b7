import type { Pool } from 'pg';

/** Renames a table while `work` runs, so that statements about it fail. */
export const withoutTable = async (
  pool: Pick<Pool, 'query'>,
  table: string,
  work: () => Promise<unknown>,
): Promise<void> => {
  await pool.query(`alter table ${table} rename to ${table}_away`);
  try {
    await work();
  } finally {
    await pool.query(`alter table ${table}_away rename to ${table}`);
  }
};
