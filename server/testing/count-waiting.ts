import type { PoolClient } from 'pg';

/** Connections to this database that wait for a lock; other test files share the server. */
export const countWaiting = async (client: PoolClient): Promise<number> => {
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
};
