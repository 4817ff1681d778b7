import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, type LogLevel, type Runner, run, type TaskList } from 'graphile-worker';
import type { Database } from '../database/database.ts';
import { databaseFault } from '../database/database-faults.ts';
import { stripQueryParams } from '../http/log-errors.ts';
import { JOB_SCHEMA } from './job-schema.ts';
import { freeStaleJobs } from './jobs-db.ts';

/** Jobs at once, of one process: enough that a slow push service does not hold up the next idea. */
const CONCURRENCY = 4;
/** Added jobs announce themselves; this is for those whose time comes, and for announcements that were lost. */
const POLL_MS = 1_000;
/** How soon to try again where the database was away. */
const RESTART_DELAY_MS = 2_000;

export type JobRunnerOptions = {
  /** After this long a locked job's worker is dead: more than twice what any job takes. */
  staleMs?: number;
  /** How often the dead are looked for. */
  sweepMs?: number;
};

/** What is done beside the jobs, every `sweepMs`, while the database is there. */
export type Sweep = () => Promise<unknown>;

/**
 * Does this process's share of the jobs in the database (graphile-worker). Where the database goes away it waits and
 * begins again: nothing here ends the process, and nobody waits for it.
 */
export class JobRunner {
  readonly #database: Database;
  readonly #tasks: TaskList;
  readonly #sweep: Sweep;
  readonly #log: FastifyBaseLogger;
  readonly #options: Required<JobRunnerOptions>;
  readonly #stopping = new AbortController();
  #runner: Runner | undefined;
  #running: Promise<void>[] = [];

  constructor(
    database: Database,
    { tasks, sweep }: { tasks: TaskList; sweep: Sweep },
    log: FastifyBaseLogger,
    { staleMs = 45_000, sweepMs = 10_000 }: JobRunnerOptions = {},
  ) {
    this.#database = database;
    this.#tasks = tasks;
    this.#sweep = sweep;
    this.#log = log;
    this.#options = { staleMs, sweepMs };
  }

  start(): void {
    this.#running = [this.#keepRunning(), this.#keepSweeping()];
  }

  /** Waits for the jobs under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#runner?.stop().catch(() => undefined);
    await Promise.all(this.#running);
  }

  async #keepRunning(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        const runner = await run({
          pgPool: this.#database.pool,
          schema: JOB_SCHEMA,
          taskList: this.#tasks,
          concurrency: CONCURRENCY,
          pollInterval: POLL_MS,
          noHandleSignals: true,
          logger: createJobLogger(this.#log),
          // Jobs that end together are written down together. It also is the only way in which 0.18 looks at whether
          // that worked: without it, a database that goes away at that moment ends the process.
          preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        });
        // Told to stop while it was starting.
        if (this.#stopping.signal.aborted) await runner.stop();
        this.#runner = runner;
        await runner.promise;
      } catch (error) {
        if (!databaseFault(error)) this.#log.error({ err: error }, 'Jobs stopped; they are started again');
      }
      await this.#pause(RESTART_DELAY_MS);
    }
  }

  async #keepSweeping(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        const freed = await freeStaleJobs(this.#database.db, this.#options.staleMs);
        if (freed > 0) this.#log.info({ workers: freed }, 'Freed jobs that nobody was at');
        await this.#sweep();
      } catch (error) {
        // Its absence is reported by /readyz, and the next round does what this one could not.
        if (!databaseFault(error)) this.#log.error({ err: error }, 'Looking after the jobs failed');
      }
      await this.#pause(this.#options.sweepMs);
    }
  }

  /** Ends early when told to stop. */
  #pause(ms: number): Promise<unknown> {
    return sleep(ms, undefined, { ref: false, signal: this.#stopping.signal }).catch(() => undefined);
  }
}

/**
 * The library's words in our log. A job that failed is tried again, and while the database is away it has much to say
 * about that: none of it is worth waking anybody for.
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
