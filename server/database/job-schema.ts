import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';

/** Our own schema, because another application of this database may use the library too. */
export const JOB_SCHEMA = 'chartlark_jobs';

/** The library's routine messages don't help an operator. */
const silentLogger = new Logger(() => () => undefined);

/** Migrates the job tables to the library's version. The caller holds the migration lock (database/migrate.ts). */
export const migrateJobs = (pool: pg.Pool): Promise<void> =>
  runMigrations({ pgPool: pool, schema: JOB_SCHEMA, logger: silentLogger });
