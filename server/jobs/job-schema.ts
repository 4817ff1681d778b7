import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';

/** The jobs' tables have a schema of our own: another application of this database may use the library too. */
export const JOB_SCHEMA = 'chartlark_jobs';

/** What the library has to say while nothing is wrong is of no use to an operator. */
const silent = new Logger(() => () => undefined);

/** Brings the jobs' tables to the library's version. The caller holds the lock of migrations (database/migrate.ts). */
export const migrateJobs = (pool: pg.Pool): Promise<void> =>
  runMigrations({ pgPool: pool, schema: JOB_SCHEMA, logger: silent });
