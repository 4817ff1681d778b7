import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { migrateJobs } from '../jobs/job-schema.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
/** Advisory lock "somebody is migrating"; any two numbers would do. */
const MIGRATION_LOCK = [0x6368, 0x6d67];

/**
 * Brings the database to the newest migration. Processes that start at once wait for one another: without the lock one
 * of two migrators dies on a duplicate key. The lock belongs to a connection, which Drizzle's migrations run on; the jobs'
 * tables are made over another of the pool.
 */
export const migrate = async (pool: pg.Pool): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1, $2)', MIGRATION_LOCK);
    await applyMigrations(drizzle({ client }), { migrationsFolder });
    await migrateJobs(pool);
  } finally {
    // Ends the connection, and with it the lock, also when the client is in an unknown state.
    client.release(true);
  }
};
