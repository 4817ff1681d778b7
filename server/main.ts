import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { addMarketRooms } from './chat/chat-service.ts';
import { createDatabase, type Database, QUERY_TIMEOUT_MS } from './database/database.ts';
import { startEmbeddedPostgres } from './database/embedded-postgres.ts';
import { migrate } from './database/migrate.ts';
import { demoPeople } from './demo/demo-people.ts';
import { storeDemoVideos } from './demo/demo-videos.ts';
import { seedDemo } from './demo/seed-demo.ts';
import type { Env } from './shared/env.ts';
import { demoPolicy, secondFactorAdvice } from './shared/exposure.ts';
import { StartupError } from './shared/startup-error.ts';

/** DESIGN §10: everything stops within five seconds. */
const SHUTDOWN_MS = 4_800;
/** Timeouts for open requests and the pool. The rest of SHUTDOWN_MS is for the database. */
const APP_CLOSE_TIMEOUT_MS = 1_800;
const POOL_CLOSE_TIMEOUT_MS = 500;
/** Time the embedded database needs for a forced stop. */
const POSTGRES_KILL_MS = 1_000;

type RunOptions = {
  /** Receives progress lines, and later events of the embedded database. */
  onProgress: (line: string) => void;
  /** Aborts a start; `run` then throws the signal's reason and leaves nothing running. */
  signal?: AbortSignal | undefined;
};

export type RunningApp = {
  /** For example http://127.0.0.1:3000. */
  readonly address: string;
  /** Whether the database contains the demo accounts. */
  readonly hasDemo: boolean;
  /** Stops the application, its connections and the embedded database, in this order, within five seconds. */
  close(): Promise<void>;
};

type Closer = (deadline: number) => Promise<unknown>;

/**
 * Starts the application: database, migrations, demo, server.
 * @throws StartupError or a system error if it cannot start; nothing is left running.
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
  if (env.rateLimits === 'off')
    onProgress('Warning: RATE_LIMITS=off lets anyone overload this server. Use it only for load tests.');
  const hasDemo = await prepare(connectionString, env, { onProgress, signal });
  signal?.throwIfAborted();

  const database = createDatabase(connectionString, {
    connections: env.databaseConnections,
    queryTimeoutMs: QUERY_TIMEOUT_MS,
  });
  closers.push(() => withTimeout(POOL_CLOSE_TIMEOUT_MS, database.close()));
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

/** Migrations and the demo, over connections without a timeout. Returns whether the database contains the demo. */
const prepare = async (
  connectionString: string,
  env: Env,
  { onProgress, signal }: RunOptions,
): Promise<boolean> => {
  const database = createDatabase(connectionString, { connections: 2 });
  try {
    if (env.databaseUrl !== undefined) await checkServer(database);
    signal?.throwIfAborted();
    await migrate(database.pool);
    await addMarketRooms(database.db);
    signal?.throwIfAborted();
    const advice = secondFactorAdvice(env);
    if (advice !== undefined) onProgress(advice);
    return await prepareDemo(env, database, onProgress);
  } finally {
    await withTimeout(POOL_CLOSE_TIMEOUT_MS, database.close());
  }
};

/** Checks that an external database answers and is new enough (DESIGN §4). */
const checkServer = async ({ pool }: Database) => {
  const answer = await pool
    .query<{ version: number }>("select current_setting('server_version_num')::int as version")
    .catch((error: Error & { code?: string }) => {
      throw new StartupError(`Can't use the database of DATABASE_URL: ${error.message || error.code}.`);
    });
  const version = answer.rows[0]?.version ?? 0;
  if (version < 150_000)
    throw new StartupError(
      `The database of DATABASE_URL is PostgreSQL ${Math.floor(version / 10_000)}; 15 or newer is required.`,
    );
};

const prepareDemo = async (env: Env, { db, pool }: Database, onProgress: (line: string) => void) => {
  const policy = demoPolicy(env);
  if (policy.seed && (await seedDemo(db, new Date(), () => storeDemoVideos(env))))
    onProgress('Loaded the demo into the empty database.');
  const emails = demoPeople.map(({ email }) => email);
  const { rowCount } = await pool.query(
    'select from users where email = any($1) and disabled_at is null limit 1',
    [emails],
  );
  const hasDemo = rowCount === 1 && policy.allowSignIn;
  if (hasDemo && policy.warning !== undefined) onProgress(policy.warning);
  return hasDemo;
};

/**
 * Fastify always logs the address as JSON, although `serve` already prints it. Hidden at the default log level, shown
 * at more verbose ones.
 */
const listen = async (app: FastifyInstance, { host, port, logLevel }: Env): Promise<string> => {
  // Other startup messages have been logged by now.
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
    // A failure must not prevent the others from closing, and there is no one left to report it to.
    await close(deadline).catch(() => undefined);
  }
};

const withTimeout = (limitMs: number, work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.race([work, sleep(limitMs, undefined, { ref: false })]);
