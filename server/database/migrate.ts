import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { StartupError } from '../shared/startup-error.ts';
import { migrateJobs } from './job-schema.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
/** Advisory lock for migrations; any two numbers would do. */
const MIGRATION_LOCK = [0x6368, 0x6d67];

/**
 * Applies all migrations. Processes that start at once wait for each other: without the lock, one of two would fail
 * on a duplicate key. Drizzle's migrations run on the connection that holds the lock; the job tables are migrated
 * over another one.
 * @throws StartupError if the database is of a build from before the first migration.
 */
export const migrate = async (pool: pg.Pool): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1, $2)', MIGRATION_LOCK);
    await refuseEarlierBuild(client);
    await applyMigrations(drizzle({ client }), { migrationsFolder });
    await migrateJobs(pool);
  } finally {
    // Closing the connection releases the lock, even if the client is in an unknown state.
    client.release(true);
  }
};

const refuseEarlierBuild = async (client: pg.ClientBase): Promise<void> => {
  const { rows: found } = await client.query<{ is_there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as is_there",
  );
  if (!found[0]?.is_there) return;
  const baseline = readMigrationFiles({ migrationsFolder })[0]?.folderMillis;
  const { rowCount } = await client.query('select from drizzle.__drizzle_migrations where created_at < $1', [
    baseline,
  ]);
  if (rowCount !== 0)
    throw new StartupError(
      'This database was made by a build before version 0.1.0, which nothing can take over. Start with an empty data folder (DATA_DIR) or database (DATABASE_URL).',
    );
};
