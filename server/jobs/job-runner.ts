import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, runTaskList, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { classifyDatabaseError } from '../database/database-errors.ts';
import { JOB_SCHEMA } from '../database/job-schema.ts';
import { stripQueryParams } from '../shared/log-errors.ts';
import { selectJobsToWake, unlockJobs } from './jobs-db.ts';

/**
 * The sweep wakes the workers for jobs whose time has come and those with lost announcements. Polls would be most of what an
 * idle server does, because each worker polls.
 */
const POLL_MS = 60 * 60_000;
/** How often an idle process looks for jobs whose time has come. */
const SWEEP_MS = 10_000;
/** Concurrent jobs per process: enough that a slow push service does not delay the next idea. */
const CONCURRENCY = 4;
/** Delay before a restart after the database was unavailable. */
const RESTART_DELAY_MS = 2_000;
/**
 * How long running jobs may take to end. In graphile-worker 0.18 a pool never stops if the results of several jobs
 * could not be written, because it counts them wrongly.
 */
const STOP_TIMEOUT_MS = 5_000;

export type JobRunnerOptions = {
  /** A job locked for longer has a dead worker; more than twice the duration of any job. */
  staleMs?: number;
  /** Interval of the sweep, and so how late a job may start that was not announced. */
  sweepMs?: number;
};

type Work = {
  tasks: TaskList;
  /** Tasks with workers of their own in each process: they may hang without delaying others. */
  lanes: readonly { tasks: TaskList; workers: number }[];
};

/**
 * Runs this process's share of the jobs in the database (graphile-worker). If the database becomes unavailable it
 * waits and restarts; it never ends the process.
 */
export class JobRunner {
  readonly #database: Database;
  readonly #work: Work;
  readonly #log: FastifyBaseLogger;
  readonly #options: Required<JobRunnerOptions>;
  readonly #stopping = new AbortController();
  readonly #pools = new Set<WorkerPool>();
  #running: Promise<void>[] = [];

  constructor(
    database: Database,
    work: Work,
    log: FastifyBaseLogger,
    { staleMs = 45_000, sweepMs = SWEEP_MS }: JobRunnerOptions = {},
  ) {
    this.#database = database;
    this.#work = work;
    this.#log = log;
    this.#options = { staleMs, sweepMs };
  }

  start(): void {
    const all = [{ tasks: this.#work.tasks, workers: CONCURRENCY }, ...this.#work.lanes];
    this.#running = [...all.map(({ tasks, workers }) => this.#runLoop(tasks, workers)), this.#sweepLoop()];
  }

  /** Waits for running jobs, for a while. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const pool of this.#pools) stopPool(pool);
    await Promise.all(this.#running);
  }

  async #runLoop(taskList: TaskList, concurrency: number): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#run(taskList, concurrency);
      } catch (error) {
        if (!classifyDatabaseError(error))
          this.#log.error({ err: error }, 'The job runner failed; restarting');
      }
      await this.#delay(RESTART_DELAY_MS);
    }
  }

  /** Runs jobs until the process stops. Rejects if the database becomes unavailable. */
  async #run(taskList: TaskList, concurrency: number): Promise<void> {
    const events: WorkerEvents = new EventEmitter();
    const options = {
      schema: JOB_SCHEMA,
      concurrency,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      events,
      logger: createJobLogger(this.#log),
      // Batches job completions. In graphile-worker 0.18 this is also the only path that handles errors of that
      // write: without it, a database failure at that moment ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    };
    const pool = runTaskList(options, taskList, withSafeRelease(this.#database.pool));
    this.#pools.add(pool);
    const stopsTooLong = once(events, 'pool:gracefulShutdown').then(() => {
      this.#pools.delete(pool);
      return sleep(STOP_TIMEOUT_MS, undefined, { ref: false });
    });
    await Promise.race([pool.promise, stopsTooLong]);
  }

  async #sweepLoop(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#wakeJobs();
      } catch (error) {
        // /readyz reports an unavailable database, and the next sweep catches up.
        if (!classifyDatabaseError(error)) this.#log.error({ err: error }, 'The job sweep failed');
      }
      await this.#delay(this.#options.sweepMs);
    }
  }

  /** Unlocks jobs of dead workers, and wakes the workers if any job is due. */
  async #wakeJobs(): Promise<void> {
    const { db } = this.#database;
    const { staleWorkers, isAnyDue } = await selectJobsToWake(db, this.#options.staleMs);
    if (staleWorkers.length > 0) {
      await unlockJobs(db, staleWorkers);
      this.#log.info({ workers: staleWorkers.length }, 'Unlocked jobs of dead workers');
    }
    if (isAnyDue || staleWorkers.length > 0) for (const pool of this.#pools) pool.nudge(CONCURRENCY);
  }

  /** Ends early on stop. */
  #delay(ms: number): Promise<unknown> {
    return sleep(ms, undefined, { ref: false, signal: this.#stopping.signal }).catch(() => undefined);
  }
}

const stopPool = (pool: WorkerPool): void => {
  Promise.resolve(pool.gracefulShutdown()).catch(() => undefined);
};

/**
 * In graphile-worker 0.18, a pool that stops while its LISTEN fails releases that connection twice, and the error of the second
 * time would end the process.
 */
const withSafeRelease = (pool: pg.Pool): pg.Pool => {
  type Callback = Parameters<pg.Pool['connect']>[0];
  const connect = (callback?: Callback) => {
    if (!callback) return pool.connect();
    return pool.connect((error, client, release) => {
      let isReleased = client === undefined;
      callback(error, client, (destroy) => {
        if (!isReleased) release(destroy);
        isReleased = true;
      });
    });
  };
  // The library uses nothing else of a pool.
  return { connect } as pg.Pool;
};

/**
 * Maps the library's log levels to ours. Failed jobs are retried, and the library logs a lot while the database is
 * unavailable: none of it needs attention.
 */
const createJobLogger = (log: FastifyBaseLogger): Logger =>
  new Logger(() => (level, message) => {
    if (level !== 'debug') log[level === 'info' ? 'debug' : 'info'](stripQueryParams(`Jobs: ${message}`));
  });
