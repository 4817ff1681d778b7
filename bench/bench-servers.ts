import { type ChildProcess, spawn } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createDatabase, type Database } from '../server/database/database.ts';
import { startEmbeddedPostgres } from '../server/database/embedded-postgres.ts';
import { migrate } from '../server/database/migrate.ts';
import { storeDemoVideos } from '../server/demo/demo-videos.ts';
import { seedDemo } from '../server/demo/seed-demo.ts';
import { programArgs } from '../server/testing/as-program.ts';
import { superuserUrl } from '../server/testing/superuser-url.ts';

const serve = fileURLToPath(new URL('../scripts/serve.ts', import.meta.url));

/** The application in production mode, with its own process and database. */
export type BenchServer = {
  readonly url: string;
  readonly pid: number;
  readonly database: Database;
  /** Folder of the shared PostgreSQL. */
  readonly postgresFolder: string;
};

/** Bearer token for /metrics. */
const METRICS_TOKEN = 'bench-metrics-token';

export type BenchServers = {
  /** Starts another application, with the demo and the data of `prepare`, on the shared PostgreSQL. */
  start(prepare?: (database: Database) => Promise<unknown>, nodeArguments?: string[]): Promise<BenchServer>;
  /** Starts another process on the same database. */
  startBeside(server: BenchServer): Promise<BenchServer>;
  /** A migrated, empty database without a server. */
  openDatabase(): Promise<Database>;
  close(): Promise<void>;
};

/** A durable PostgreSQL as in production: in a temporary folder, or in `keptFolder`, whose databases are used again. */
export const openBenchServers = async (keptFolder?: string): Promise<BenchServers> => {
  const folder = keptFolder ?? (await mkdtemp(join(tmpdir(), 'chartlark-bench-')));
  // PostgreSQL's user may be a different one and must be able to enter.
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir: folder, onProgress: () => undefined });
  const maintenance = superuserUrl(postgres.connectionString, postgres.folder);
  const closers: (() => Promise<unknown>)[] = [];
  let count = 0;

  const openDatabase: BenchServers['openDatabase'] = async () => {
    const database = createDatabase(await openOrCreate(maintenance, `bench_${++count}`));
    closers.push(() => database.close());
    await migrate(database.pool);
    return database;
  };

  const start: BenchServers['start'] = async (prepare, nodeArguments) => {
    const database = await openDatabase();
    if (!(await hasIdeas(database)))
      await seedDemo(database.db, new Date(), () =>
        storeDemoVideos({ dataDir: join(folder, 'app'), s3: undefined }),
      );
    await prepare?.(database);
    await database.pool.query('vacuum (analyze)');
    return serveOn(database, nodeArguments);
  };

  const serveOn = async (database: Database, nodeArguments: string[] = []): Promise<BenchServer> => {
    const child = spawn(process.execPath, [...nodeArguments, ...programArgs(serve)], {
      env: {
        ...process.env,
        DATABASE_URL: database.connectionString,
        DATA_DIR: join(folder, 'app'),
        DEMO: 'on',
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: 'warn',
        RATE_LIMITS: 'off',
        METRICS_TOKEN,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    closers.push(() => stop(child));
    // A crashed measurement leaves nothing running.
    process.once('exit', () => child.kill());
    return { url: await waitForAddress(child), pid: child.pid!, database, postgresFolder: postgres.folder };
  };

  const close = async () => {
    for (const closer of closers.toReversed()) await closer();
    await postgres.stop();
    if (keptFolder !== undefined) return;
    await Promise.all([folder, postgres.folder].map((path) => rm(path, { recursive: true, force: true })));
  };
  return { openDatabase, start, startBeside: ({ database }) => serveOn(database), close };
};

const openOrCreate = async (connectionString: string, name: string): Promise<string> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(connectionString);
  url.pathname = name;
  return url.href;
};

const hasIdeas = async ({ pool }: Database): Promise<boolean> =>
  (await pool.query('select from trade_ideas limit 1')).rowCount === 1;

const waitForAddress = async (child: ChildProcess): Promise<string> => {
  let output = '';
  for await (const chunk of child.stdout!) {
    output += chunk;
    const address = /ready at (http:\/\/\S+)/.exec(output)?.[1];
    if (address) {
      // Keeps draining the output: a full pipe would block the server.
      child.stdout!.resume();
      return address;
    }
  }
  throw new Error(`The server did not start:\n${output}`);
};

const stop = async (child: ChildProcess) => {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
};

/** Signs in as a demo user. */
export const signIn = async (url: string, email: string, password: string): Promise<string> => {
  const selectedRole = email.startsWith('customer') ? 'customer' : 'educator';
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, selectedRole }),
  });
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}`);
  return ((await answer.json()) as { sessionToken: string }).sessionToken;
};

/**
 * Inserts `count` completed Crypto Leverage ideas, a minute apart: seven educators, ten pairs, a third unsuccessful.
 * Older than the demo's and without feed events.
 */
export const insertCompleted = (database: Database, count: number): Promise<unknown> =>
  database.pool.query(
    `insert into trade_ideas (id, educator_id, educator_name, pair, time_frame, order_type, idea_type, market_type,
       entry_1, entry_2, invalidation_level, exit_1, exit_2, exit_3, status, notes, created_at, updated_at, version)
     select gen_random_uuid(), (1 + i % 7)::text, 'Somebody',
       (array['BTC/USD','ETH/USD','SOL/USD','ADA/USD','XRP/USD','LINK/USDT','DOGE/USDT','AVAX/EUR','DOT/EUR','LTC/EUR'])[1 + i % 10],
       '4H', 'BUY', 'Leverage', 'Crypto', 64250.5, 63800, 61900, 66100, 68250.25, 71000,
       case when i % 3 = 0 then 'unsuccessful' else 'successful' end, repeat('Reasons of an idea. ', 12),
       now() - make_interval(days => 40, mins => i), now() - make_interval(days => 30, mins => i), 2
     from generate_series(1, $1::int) i`,
    [count],
  );

/** Publishes an idea as a demo educator and returns its id. */
export const publishIdea = async (url: string, token: string, notes: string): Promise<string> => {
  const answer = await fetch(`${url}/api/trade-ideas`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      pair: 'EUR/USD',
      time_frame: '4H',
      market_type: 'Forex',
      entry_1: '1.0842',
      entry_2: null,
      invalidation_level: '1.0790',
      exit_1: '1.0900',
      exit_2: '1.0950',
      exit_3: null,
      notes,
    }),
  });
  if (answer.status !== 201) throw new Error(`Publishing answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
};

/** Session tokens of the demo customer, inserted directly into the database. */
export const openSessions = async ({ database }: BenchServer, count: number): Promise<string[]> => {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  await database.pool.query(
    `insert into sessions (token_hash, user_id, expires_at, address)
     select decode(hash, 'hex'), (select id from users where email = 'customer@demo.test'), now() + interval '1 day', 'bench'
     from unnest($1::text[]) hash`,
    [tokens.map((token) => hash('sha256', token, 'hex'))],
  );
  return tokens;
};

/** CPU time of a process in microseconds, including kernel time. Linux counts in 10 ms. */
export const readCpuTime = (pid: number): number => {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return (user! + system!) * 10_000;
};

/** Node arguments that allow triggering garbage collection. */
export const EXPOSE_GC = [
  '--expose-gc',
  '--import',
  fileURLToPath(new URL('collect-on-signal.mjs', import.meta.url)),
];

/** Runs a full garbage collection and waits until the memory is released. */
export const collectGarbage = async (pid: number): Promise<void> => {
  for (let round = 0; round < 4; round++) {
    process.kill(pid, 'SIGUSR2');
    await sleep(2_500);
  }
};

/** Resident memory of a process, in bytes. */
export const readResidentMemory = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** Values of /metrics by name. */
export const readMetrics = async ({ url }: BenchServer): Promise<Map<string, number>> => {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at))];
    }),
  );
};

/** A value of /metrics by name; undefined if missing. */
export const readMetric = async (server: BenchServer, name: string): Promise<number | undefined> =>
  (await readMetrics(server)).get(name);
