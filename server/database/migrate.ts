import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { migrateJobs } from './job-schema.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
/** Advisory lock for migrations; any two numbers would do. */
const MIGRATION_LOCK = [0x6368, 0x6d67];

/**
 * Applies all migrations. Processes that start at once wait for each other: without the lock, one of two would fail
 * on a duplicate key. Drizzle's migrations run on the connection that holds the lock; the job tables are migrated
 * over another one.
 */
export const migrate = async (pool: pg.Pool): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1, $2)', MIGRATION_LOCK);
    await applyMigrations(drizzle({ client }), { migrationsFolder });
    await migrateJobs(pool);
  } finally {
    // Closing the connection releases the lock, even if the client is in an unknown state.
    client.release(true);
  }
};
