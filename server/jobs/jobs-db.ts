import { sql } from 'drizzle-orm';
import type { Connection } from '../database/connection.ts';
import { JOB_SCHEMA } from '../database/job-schema.ts';

const schema = sql.identifier(JOB_SCHEMA);

/** A job for any process. It runs at least once, because a process may die while running it. */
export type Job = {
  task: string;
  payload: Record<string, unknown>;
  /** Earliest start. */
  runAt?: Date;
  /** A later job replaces the waiting one with the same key. */
  key?: string;
  /** Jobs of one queue run one at a time. */
  queue?: string;
  /** Lower ones run first; 0 if omitted. */
  priority?: number;
  /** 25 if omitted. The wait between attempts grows to six hours. */
  maxAttempts?: number;
};

/** Adds a job, atomically with the surrounding transaction if there is one. */
export const addJob = async (
  db: Connection,
  { task, payload, runAt, key, queue, priority, maxAttempts }: Job,
): Promise<void> => {
  await db.execute(sql`
    select ${schema}.add_job(
      ${task},
      ${JSON.stringify(payload)}::json,
      priority => ${priority ?? null}::int,
      max_attempts => ${maxAttempts ?? null}::int,
      run_at => ${runAt?.toISOString() ?? null}::timestamptz,
      job_key => ${key ?? null},
      queue_name => ${queue ?? null}
    )`);
};

/** Adds jobs of one task in one statement. */
export const addJobs = async (
  db: Connection,
  task: string,
  payloads: readonly Job['payload'][],
): Promise<void> => {
  if (payloads.length === 0) return;
  await db.execute(sql`
    select ${schema}.add_job(${task}, payload) from json_array_elements(${JSON.stringify(payloads)}::json) payload`);
};

/**
 * Workers whose jobs have been locked for `staleMs`, longer than any job takes, and whether any job could start now. A killed
 * process, or a connection that broke after a job was handed out, leaves jobs locked for hours.
 */
export const selectJobsToWake = async (
  db: Connection,
  staleMs: number,
): Promise<{ staleWorkers: string[]; isAnyDue: boolean }> => {
  const { rows } = await db.execute<{ stale_workers: string[] | null; is_any_due: boolean | null }>(sql`
    select array_agg(distinct locked_by) filter (where locked_at < now() - make_interval(secs => ${staleMs / 1000})) as stale_workers,
      bool_or(locked_at is null and run_at <= now() and attempts < max_attempts) as is_any_due
    from ${schema}.jobs`);
  return { staleWorkers: rows[0]?.stale_workers ?? [], isAnyDue: rows[0]?.is_any_due ?? false };
};

/** Unlocks the jobs of these workers. A live worker may lose jobs too; they run twice then, which any job must tolerate. */
export const unlockJobs = async (db: Connection, workers: readonly string[]): Promise<void> => {
  await db.execute(sql`select ${schema}.force_unlock_workers(${sql.param(workers)}::text[])`);
};

/** Removes jobs that used up their attempts long ago, and empty queues. */
export const deleteDeadJobs = async (db: Connection, before: Date): Promise<void> => {
  await db.execute(sql`select ${schema}.complete_jobs(array(
    select id from ${schema}.jobs
    where attempts >= max_attempts and locked_at is null and updated_at < ${before.toISOString()}::timestamptz
  ))`);
};

/** Jobs of all processes by state: due, running, scheduled for later, and dead (all attempts used). */
type JobCounts = { due: number; running: number; later: number; dead: number };

export const countJobs = async (db: Connection): Promise<JobCounts> => {
  const { rows } = await db.execute<JobCounts>(sql`
    select count(*) filter (where locked_at is null and run_at <= now() and attempts < max_attempts)::int as due,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where locked_at is null and run_at > now() and attempts < max_attempts)::int as later,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::int as dead
    from ${schema}.jobs`);
  // A count without groups always has a row.
  return rows[0]!;
};
