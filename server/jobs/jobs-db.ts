import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../database/connection.ts';
import { JOB_SCHEMA } from './job-schema.ts';

const schema = sql.identifier(JOB_SCHEMA);

/** Something to be done by whichever process comes first; at least once, because a process may die at it. */
export type Job = {
  task: string;
  payload: Record<string, unknown>;
  /** Not before. */
  runAt?: Date;
  /** One waiting job of a key: a later one takes its place. */
  key?: string;
  /**
   * Nobody has used the key before. Then the library has nothing to replace, and is told not to look: somebody waits for
   * this job to be added, and looking is more than half of it (0.75 ms of PostgreSQL's CPU instead of 0.32).
   */
  isFirst?: boolean;
};

/** The call that adds a job, for a statement that does something else too. */
export const addJobSql = ({ task, payload, runAt, key, isFirst = false }: Job): SQL => sql`${schema}.add_job(
    ${task},
    ${JSON.stringify(payload)}::json,
    run_at => ${runAt?.toISOString() ?? null}::timestamptz,
    job_key => ${key ?? null},
    job_key_mode => ${isFirst ? 'unsafe_dedupe' : 'replace'}
  )`;

/** Adds a job. In a transaction it exists when that commits, and never if it does not. */
export const addJob = async (db: Connection, job: Job): Promise<void> => {
  await db.execute(sql`select ${addJobSql(job)}`);
};

/**
 * Frees what nobody is at: a killed process leaves its jobs locked for hours, and so does a job that was given out over a
 * connection that broke. `staleMs` is longer than any job takes. A worker may lose jobs it is at, too: they are done
 * twice then, as any may be. Answers of how many workers jobs were freed.
 */
export const freeStaleJobs = async (db: Connection, staleMs: number): Promise<number> => {
  const { rows } = await db.execute<{ ids: string[] | null }>(sql`
    select array_agg(distinct locked_by) as ids from ${schema}.jobs
    where locked_at < now() - make_interval(secs => ${staleMs / 1000})`);
  const ids = rows[0]?.ids ?? [];
  if (ids.length > 0) await db.execute(sql`select ${schema}.force_unlock_workers(${sql.param(ids)}::text[])`);
  return ids.length;
};

/** Removes jobs that were tried to the end long ago, and queues nobody waits in. */
export const deleteDeadJobs = async (db: Connection, before: Date): Promise<void> => {
  await db.execute(sql`select ${schema}.complete_jobs(array(
    select id from ${schema}.jobs
    where attempts >= max_attempts and locked_at is null and updated_at < ${before.toISOString()}::timestamptz
  ))`);
};

/** Jobs of all processes by what becomes of them: due and not begun, under way, to come later, given up. */
export type JobCounts = { due: number; running: number; later: number; dead: number };

export const countJobs = async (db: Connection): Promise<JobCounts> => {
  const { rows } = await db.execute<JobCounts>(sql`
    select count(*) filter (where locked_at is null and run_at <= now() and attempts < max_attempts)::int as due,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where locked_at is null and run_at > now() and attempts < max_attempts)::int as later,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::int as dead
    from ${schema}.jobs`);
  const [counts] = rows;
  if (!counts) throw new Error('No data returned from database');
  return counts;
};
