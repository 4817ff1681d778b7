import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { createDatabase, type Database } from './database/database.ts';
import { startEmbeddedPostgres } from './database/embedded-postgres.ts';
import { migrate } from './database/migrate.ts';
import { demoPeople } from './demo/demo-people.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { demoPolicy, type Env } from './env.ts';
import { StartupError } from './startup-error.ts';

/** DESIGN §10: everything stops within five seconds. */
const SHUTDOWN_MS = 4_800;
/** Of these, what the open requests and the pool may take; the database has the rest. */
const APP_CLOSE_TIMEOUT_MS = 1_800;
const POOL_CLOSE_TIMEOUT_MS = 500;
/** What the embedded database needs when it must be stopped the hard way. */
const POSTGRES_KILL_MS = 1_000;

export type RunOptions = {
  /** Told what takes time, and later what happens to the embedded database, one line at a time. */
  onProgress: (line: string) => void;
  /** Ends a start that is under way; `run` then throws the signal's reason, and nothing is left running. */
  signal?: AbortSignal | undefined;
};

export type RunningApp = {
  /** Such as http://127.0.0.1:3000. */
  readonly address: string;
  /** Whether the demo accounts are in the database. */
  readonly hasDemo: boolean;
  /** Stops the application, its connections and the embedded database, in this order, within five seconds. */
  close(): Promise<void>;
};

type Closer = (deadline: number) => Promise<unknown>;

/**
 * Starts the application: database, migrations, demo, server.
 * @throws StartupError, or a system error, when it cannot; nothing is left running then.
 */
export const run = async (env: Env, options: RunOptions): Promise<RunningApp> => {
  const closers: Closer[] = [];
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll(closers);
    return closing;
  };
  try {
    const { address, hasDemo } = await start(env, options, closers);
    return { address, hasDemo, close };
  } catch (error) {
    await close();
    throw error;
  }
};

const start = async (env: Env, { onProgress, signal }: RunOptions, closers: Closer[]) => {
  const connectionString = env.databaseUrl ?? (await startPostgres(env, { onProgress, signal }, closers));
  const database = createDatabase(connectionString, { connections: env.databaseConnections });
  closers.push(() => withTimeout(POOL_CLOSE_TIMEOUT_MS, database.close()));
  if (env.databaseUrl !== undefined) await checkServer(database);
  signal?.throwIfAborted();

  await migrate(database.pool);
  signal?.throwIfAborted();
  const hasDemo = await prepareDemo(env, database, onProgress);
  signal?.throwIfAborted();

  const app = await buildApp({ database, env });
  closers.push(() => withTimeout(APP_CLOSE_TIMEOUT_MS, app.close()));
  return { address: await listen(app, env), hasDemo };
};

const startPostgres = async (
  env: Env,
  { onProgress, signal }: RunOptions,
  closers: Closer[],
): Promise<string> => {
  const postgres = await startEmbeddedPostgres({ dataDir: env.dataDir, onProgress, signal });
  closers.push((deadline) =>
    postgres.stop(Math.max(deadline - performance.now() - POSTGRES_KILL_MS, POSTGRES_KILL_MS)),
  );
  return postgres.connectionString;
};

/** A database of the operator's own: whether it answers, and is new enough (DESIGN §4). */
const checkServer = async ({ pool }: Database) => {
  const answer = await pool
    .query<{ version: number }>("select current_setting('server_version_num')::int as version")
    .catch((error: Error & { code?: string }) => {
      throw new StartupError(`The database of DATABASE_URL cannot be used: ${error.message || error.code}.`);
    });
  const version = answer.rows[0]?.version ?? 0;
  if (version < 150_000)
    throw new StartupError(
      `The database of DATABASE_URL is PostgreSQL ${Math.floor(version / 10_000)}; 15 or newer is needed.`,
    );
};

const prepareDemo = async (env: Env, { db, pool }: Database, onProgress: (line: string) => void) => {
  const policy = demoPolicy(env);
  if (policy.seed && (await seedDemo(db, new Date()))) onProgress('Filled the empty database with the demo.');
  const emails = demoPeople.map(({ email }) => email);
  const { rowCount } = await pool.query(
    'select from users where email = any($1) and disabled_at is null limit 1',
    [emails],
  );
  const hasDemo = rowCount === 1;
  if (hasDemo && policy.warning !== undefined) onProgress(policy.warning);
  return hasDemo;
};

/**
 * Fastify always logs where it listens: a line of JSON among those for the person who started it, whom `serve` tells the
 * address in words. At the level the log has by itself that line is passed over; who asks for more (debug) has it.
 */
const listen = async (app: FastifyInstance, { host, port, logLevel }: Env): Promise<string> => {
  // Whatever else has something to say of its start has said it by then.
  await app.ready();
  if (logLevel === 'info') app.log.level = 'warn';
  try {
    return await app.listen({ host, port });
  } finally {
    app.log.level = logLevel;
  }
};

const closeAll = async (closers: Closer[]) => {
  const deadline = performance.now() + SHUTDOWN_MS;
  for (const close of closers.toReversed()) {
    // One that fails must not keep the others from being closed: there is nobody left to tell.
    await close(deadline).catch(() => undefined);
  }
};

const withTimeout = (limitMs: number, work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.race([work, sleep(limitMs, undefined, { ref: false })]);
