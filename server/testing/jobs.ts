import type pg from 'pg';

/** Runs waiting jobs at once instead of when their time has come; those with a key like this, or all. */
export const runJobsNow = async (pool: pg.Pool, key = '%'): Promise<void> => {
  await pool.query(
    `update chartlark_jobs._private_jobs set run_at = now() where coalesce(key, '') like $1 and locked_at is null`,
    [key],
  );
  // What graphile-worker sends when a job is added.
  await pool.query(`select pg_notify('jobs:insert', '{"count":10}')`);
};
