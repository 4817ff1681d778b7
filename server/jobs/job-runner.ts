import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, type LogLevel, type Runner, run, type TaskList } from 'graphile-worker';
import type { Database } from '../database/database.ts';
import { classifyDatabaseError } from '../database/database-errors.ts';
import { JOB_SCHEMA } from '../database/job-schema.ts';
import { stripQueryParams } from '../log-errors.ts';
import { freeStaleJobs } from './jobs-db.ts';

/** Concurrent jobs per process: enough that a slow push service does not delay the next idea. */
const CONCURRENCY = 4;
/** Delay before a restart after the database was unavailable. */
const RESTART_DELAY_MS = 2_000;
/**
 * How long running jobs may take to end. In graphile-worker 0.18 a runner never stops if the results of several jobs
 * could not be written, because it counts them wrongly.
 */
const STOP_TIMEOUT_MS = 5_000;

type JobRunnerOptions = {
  /** A job locked for longer has a dead worker; more than twice the duration of any job. */
  staleMs?: number;
  /** Interval of the sweep. */
  sweepMs?: number;
  /**
   * New jobs are announced; polling finds jobs whose time has come and lost announcements. Each of the concurrent workers
   * polls, which was most of what an idle server did.
   */
  pollMs?: number;
};

type Work = {
  tasks: TaskList;
  /** Tasks that run one at a time in each process, by a worker of their own: they may hang without delaying others. */
  serialTasks?: TaskList | undefined;
  /** Extra work every `sweepMs` while the database is available. */
  sweep(): Promise<unknown>;
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
  readonly #runners = new Set<Runner>();
  #running: Promise<void>[] = [];

  constructor(
    database: Database,
    work: Work,
    log: FastifyBaseLogger,
    { staleMs = 45_000, sweepMs = 10_000, pollMs = 10_000 }: JobRunnerOptions = {},
  ) {
    this.#database = database;
    this.#work = work;
    this.#log = log;
    this.#options = { staleMs, sweepMs, pollMs };
  }

  start(): void {
    const { tasks, serialTasks } = this.#work;
    this.#running = [this.#runLoop(tasks, CONCURRENCY), this.#sweepLoop()];
    if (serialTasks) this.#running.push(this.#runLoop(serialTasks, 1));
  }

  /** Waits for running jobs, for a while. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const runner of this.#runners) runner.stop().catch(() => undefined);
    await Promise.all(this.#running);
  }

  async #runLoop(taskList: TaskList, concurrency: number): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        const runner = await run({
          pgPool: this.#database.pool,
          schema: JOB_SCHEMA,
          taskList,
          concurrency,
          pollInterval: this.#options.pollMs,
          noHandleSignals: true,
          logger: createJobLogger(this.#log),
          // Batches job completions. In graphile-worker 0.18 this is also the only path that handles errors of that
          // write: without it, a database failure at that moment ends the process.
          preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        });
        const stopsTooLong = once(runner.events, 'pool:gracefulShutdown').then(() =>
          sleep(STOP_TIMEOUT_MS, undefined, { ref: false }),
        );
        this.#runners.add(runner);
        // Stopped during the start.
        if (this.#stopping.signal.aborted) runner.stop().catch(() => undefined);
        await Promise.race([runner.promise, stopsTooLong]).finally(() => this.#runners.delete(runner));
      } catch (error) {
        if (!classifyDatabaseError(error))
          this.#log.error({ err: error }, 'The job runner failed; restarting');
      }
      await this.#delay(RESTART_DELAY_MS);
    }
  }

  async #sweepLoop(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        const freed = await freeStaleJobs(this.#database.db, this.#options.staleMs);
        if (freed > 0) this.#log.info({ workers: freed }, 'Unlocked jobs of dead workers');
        await this.#work.sweep();
      } catch (error) {
        // /readyz reports an unavailable database, and the next sweep catches up.
        if (!classifyDatabaseError(error)) this.#log.error({ err: error }, 'The job sweep failed');
      }
      await this.#delay(this.#options.sweepMs);
    }
  }

  /** Ends early on stop. */
  #delay(ms: number): Promise<unknown> {
    return sleep(ms, undefined, { ref: false, signal: this.#stopping.signal }).catch(() => undefined);
  }
}

/**
 * Maps the library's log levels to ours. Failed jobs are retried, and the library logs a lot while the database is
 * unavailable: none of it needs attention.
 */
const createJobLogger = (log: FastifyBaseLogger): Logger => {
  const levels: Record<LogLevel, (message: string) => void> = {
    error: (message) => log.info(stripQueryParams(`Jobs: ${message}`)),
    warning: (message) => log.info(stripQueryParams(`Jobs: ${message}`)),
    info: (message) => log.debug(stripQueryParams(`Jobs: ${message}`)),
    debug: () => undefined,
  };
  return new Logger(() => (level, message) => levels[level](message));
};
