import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { soakLimit } from '../testing/soak-size.ts';
import { superuserUrl } from '../testing/superuser-url.ts';
import { createDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };
const program = fileURLToPath(new URL('./embedded/app-for-test.ts', import.meta.url));
/** False if only root may enter the checkout: an ordinary user can't read the program there. */
const isReadableByAll =
  spawnSync('/bin/sh', ['-c', 'test -r "$0"', program], { ...(isRoot ? NOBODY : {}), cwd: '/' }).status === 0;

type App = { child: ChildProcess; url: string; output: () => string };
type AppOptions = {
  durable?: boolean;
  user?: { uid: number; gid: number };
  /** A folder shown to the application as /etc. */
  etc?: { folder: string; isReadOnly: boolean };
};

/** Mounting is not permitted in every container. */
const canMount = isRoot && spawnSync('unshare', ['--mount', 'true']).status === 0;

const children = new Set<ChildProcess>();
const folders: string[] = [];

const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

const makeDataDir = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'chartlark-embedded-'));
  chmodSync(folder, 0o711);
  folders.push(folder);
  return join(folder, 'data');
};

/** Starts an application and waits until it runs or has failed; `url` is empty then. */
const startApp = async (dataDir: string, { durable = false, user, etc }: AppOptions = {}): Promise<App> => {
  const mount = `mount --bind "$0" /etc${etc?.isReadOnly ? ' && mount -o remount,bind,ro /etc' : ''}`;
  const prefix = etc ? ['unshare', '--mount', 'sh', '-c', `${mount} && exec "$@"`, etc.folder] : [];
  const [command = '', ...args] = [
    ...prefix,
    process.execPath,
    program,
    dataDir,
    durable ? 'durable' : 'fast',
  ];
  const child = spawn(command, args, { cwd: '/', ...user });
  children.add(child);
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'close').then(() => [''])]);
  return { child, url: String(line).trim(), output: () => said };
};

const stopProcess = async (child: ChildProcess, signal: NodeJS.Signals) => {
  if (hasExited(child)) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
};

const query = async (url: string, statement: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
};

/** Polls until the database answers; returns the elapsed milliseconds. */
const waitForDatabase = async (url: string): Promise<number> => {
  const since = performance.now();
  while (performance.now() - since < 45_000) {
    try {
      await query(url, 'select 1');
      return performance.now() - since;
    } catch {
      await sleep(20);
    }
  }
  throw new Error('The database did not come back');
};

const SYSTEM_USER = 'chartlark-postgres';
/** A copy of what finding and making users needs, without PostgreSQL's user. */
const makeEtc = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'chartlark-etc-'));
  folders.push(folder);
  chmodSync(folder, 0o755);
  for (const name of ['passwd', 'group', 'shadow', 'gshadow', 'login.defs']) {
    const lines = readFileSync(join('/etc', name), 'utf8').split('\n');
    writeFileSync(join(folder, name), lines.filter((line) => !line.startsWith(SYSTEM_USER)).join('\n'));
  }
  return folder;
};
const filesOfNobody = (folder: string) =>
  spawnSync('find', [folder, '-uid', String(NOBODY.uid)], { encoding: 'utf8' }).stdout;
const userOf = (pid: number) => statSync(`/proc/${pid}`).uid;
const systemUid = () => Number(spawnSync('id', ['-u', SYSTEM_USER], { encoding: 'utf8' }).stdout);

const postmasterPid = (folder: string) =>
  Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
const isRunning = (pid: number) => existsSync(`/proc/${pid}/exe`);

afterEach(async () => {
  for (const child of children) await stopProcess(child, 'SIGTERM');
  children.clear();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test('starts on an empty folder, durable and private, and stops completely', async () => {
  const dataDir = makeDataDir();
  const postgres = await startEmbeddedPostgres({ dataDir, onProgress: () => undefined });
  const pid = postmasterPid(postgres.folder);

  const [settings] = await query(
    postgres.connectionString,
    `select current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses, current_database() as name`,
  );
  expect(settings).toEqual({ fsync: 'on', addresses: '127.0.0.1', name: 'chartlark' });
  expect(statSync(join(postgres.folder, 'password')).mode & 0o777).toBe(0o600);
  expect(statSync(postgres.folder).mode & 0o777).toBe(0o700);
  expect(statSync(`/proc/${pid}`).uid).toBe(statSync(postgres.folder).uid);
  expect(statSync(`/proc/${pid}`).uid).not.toBe(0);

  await postgres.stop();
  expect(isRunning(pid)).toBe(false);
});

test('rejects a wrong password', async () => {
  const { url } = await startApp(makeDataDir());
  const wrong = new URL(url);
  wrong.password = 'guess';
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
});

test('ignores PG… environment variables', async () => {
  const dataDir = makeDataDir();
  for (const [name, value] of [
    ['PGSSLMODE', 'require'],
    ['PGDATA', '/nowhere'],
    ['PGPORT', '1'],
  ] as const)
    process.env[name] = value;
  try {
    const { url } = await startApp(dataDir);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  } finally {
    for (const name of ['PGSSLMODE', 'PGDATA', 'PGPORT']) delete process.env[name];
  }
});

test.runIf(canMount)('makes a user of its own for PostgreSQL, who cannot sign in', async () => {
  const dataDir = makeDataDir();
  const etc = makeEtc();
  const { url, output } = await startApp(dataDir, { etc: { folder: etc, isReadOnly: false } });
  const [, uid] =
    /^chartlark-postgres:x:(\d+):\d+:[^:]*:\/nonexistent:\/usr\/sbin\/nologin$/m.exec(
      readFileSync(join(etc, 'passwd'), 'utf8'),
    ) ?? [];
  expect(userOf(postmasterPid(join(dataDir, 'postgres')))).toBe(Number(uid));
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(output()).not.toContain('nobody');
  const password = join(dataDir, 'postgres', 'password');
  expect(spawnSync('cat', [password], { ...NOBODY, cwd: '/' }).status).not.toBe(0);
});

test.runIf(canMount)(
  'runs as nobody and says so where no user can be made, and takes the data over when one can',
  async () => {
    const dataDir = makeDataDir();
    const folder = join(dataDir, 'postgres');
    const shared = await startApp(dataDir, { etc: { folder: makeEtc(), isReadOnly: true } });
    expect(shared.output().match(/runs as nobody/g)).toHaveLength(1);
    const pid = postmasterPid(folder);
    expect(userOf(pid)).toBe(NOBODY.uid);
    await query(shared.url, 'create table ideas as select 42 as id');
    // The server goes on, and must have stopped before its data changes hands.
    await stopProcess(shared.child, 'SIGKILL');

    const own = await startApp(dataDir);
    expect(own.output()).toContain('still running');
    expect(own.output()).not.toContain('runs as nobody');
    expect(isRunning(pid)).toBe(false);
    expect(await query(own.url, 'select id from ideas')).toEqual([{ id: 42 }]);
    expect(userOf(postmasterPid(folder))).toBe(systemUid());
    expect(filesOfNobody(folder)).toBe('');
  },
);

test.runIf(isRoot)('finishes an interrupted take-over and leaves files of others alone', async () => {
  const dataDir = makeDataDir();
  const folder = join(dataDir, 'postgres');
  await stopProcess((await startApp(dataDir)).child, 'SIGTERM');
  spawnSync('chown', ['-R', 'nobody', join(folder, 'data'), join(folder, 'password')]);
  const victim = join(dataDir, 'victim');
  writeFileSync(victim, 'of root');
  linkSync(victim, join(folder, 'linked'));
  symlinkSync(victim, join(folder, 'data', 'linked'));

  const { url } = await startApp(dataDir);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(userOf(postmasterPid(folder))).toBe(systemUid());
  expect(filesOfNobody(folder)).toBe('');
  expect(statSync(victim).uid).toBe(0);
});

test('connects the application as the owner of its database, not as superuser', async () => {
  const { url } = await startApp(makeDataDir());
  const [me] = await query(
    url,
    `select rolsuper, rolcreaterole, rolcreatedb, pg_get_userbyid(datdba) = current_user as owns
       from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
  );
  expect(me).toEqual({ rolsuper: false, rolcreaterole: false, rolcreatedb: false, owns: true });
  await expect(query(url, `copy (select 1) to program 'true'`)).rejects.toThrow('permission denied');
  await expect(query(url, `select pg_read_file('postgresql.conf')`)).rejects.toThrow('permission denied');
});

test('gives the application what an earlier version made as superuser', async () => {
  const dataDir = makeDataDir();
  const first = await startApp(dataDir);
  const asSuperuser = superuserUrl(first.url, join(dataDir, 'postgres'), 'chartlark');
  const made = createDatabase(asSuperuser, { connections: 2 });
  await migrate(made.pool);
  await made.close();
  await query(
    asSuperuser,
    `create type mood as enum ('calm'); create sequence counter; create view one as select 1`,
  );
  await query(asSuperuser, 'alter database chartlark owner to chartlark');
  await stopProcess(first.child, 'SIGTERM');

  const { url } = await startApp(dataDir);
  const owners = await query(
    url,
    `select distinct pg_get_userbyid(owner) as name from (
       select datdba as owner from pg_database where datname = current_database()
       union all select nspowner from pg_namespace where nspname in ('drizzle', 'chartlark_jobs')
       union all select relowner from pg_class where oid > 16384 and relkind <> 't' and relkind <> 'i'
       union all select proowner from pg_proc where oid > 16384
       union all select typowner from pg_type where oid > 16384 and typnamespace <> 'pg_toast'::regnamespace
     ) as objects`,
  );
  expect(owners).toEqual([{ name: 'chartlark_app' }]);
  const mine = createDatabase(url, { connections: 2 });
  await migrate(mine.pool);
  await mine.pool.query('alter table idea_revisions disable trigger user');
  await mine.pool.query(`select chartlark_jobs.add_job('anything')`);
  await mine.close();
});

test.runIf(isRoot && isReadableByAll)(
  'runs as an ordinary user in their folder, and as that user when root starts it there',
  async () => {
    const dataDir = makeDataDir();
    chownSync(dirname(dataDir), NOBODY.uid, NOBODY.gid);
    chmodSync(dirname(dataDir), 0o700);
    const app = await startApp(dataDir, { user: NOBODY });
    expect(app.output()).not.toContain('/var/lib');
    expect(await query(app.url, 'select 1 as one')).toEqual([{ one: 1 }]);

    await query(app.url, 'create table ideas as select 42 as id');
    await stopProcess(app.child, 'SIGTERM');

    const byRoot = await startApp(dataDir);
    expect(await query(byRoot.url, 'select id from ideas')).toEqual([{ id: 42 }]);
    await stopProcess(byRoot.child, 'SIGTERM');
    const again = await startApp(dataDir, { user: NOBODY });
    expect(await query(again.url, 'select id from ideas')).toEqual([{ id: 42 }]);
  },
);

test.runIf(isRoot)(
  "stores root's data where PostgreSQL's user can enter if only root can enter the folder",
  async () => {
    const dataDir = makeDataDir();
    chmodSync(dirname(dataDir), 0o700);
    const first = await startApp(dataDir);
    const id = readFileSync(join(dataDir, 'postgres.id'), 'utf8').trim();
    folders.push(join('/var/lib/chartlark', id));
    expect(first.output()).toContain(`/var/lib/chartlark/${id}`);
    await query(first.url, 'create table kept (one int)');
    await stopProcess(first.child, 'SIGTERM');

    const second = await startApp(dataDir);
    expect(await query(second.url, 'select count(*)::int as rows from kept')).toEqual([{ rows: 0 }]);
  },
);

test.runIf(isRoot)('creates folders that PostgreSQL can enter under a strict umask', async () => {
  const dataDir = makeDataDir();
  const umask = process.umask(0o077);
  try {
    const { url, output: said } = await startApp(join(dataDir, 'a', 'b'));
    expect(said()).not.toContain('/var/lib');
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  } finally {
    process.umask(umask);
  }
});

test('takes over after a killed application without losing data', async () => {
  const dataDir = makeDataDir();
  const killed = await startApp(dataDir, { durable: true });
  const pid = postmasterPid(join(dataDir, 'postgres'));
  await query(killed.url, 'create table ideas as select 42 as id');
  await stopProcess(killed.child, 'SIGKILL');
  expect(isRunning(pid)).toBe(true);

  const next = await startApp(dataDir, { durable: true });
  expect(next.output()).toContain('still running');
  expect(await query(next.url, 'select id from ideas')).toEqual([{ id: 42 }]);
  expect(isRunning(pid)).toBe(false);
});

test('rejects a second application on the same data and leaves the first running', async () => {
  const dataDir = makeDataDir();
  const first = await startApp(dataDir);
  const second = await startApp(dataDir);
  expect(second.url).toBe('');
  expect(second.output()).toContain('Another Chartlark is using');
  expect(second.child.exitCode).toBe(1);
  expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('lets exactly one of two applications win a simultaneous start', async () => {
  const dataDir = makeDataDir();
  const apps = await Promise.all([startApp(dataDir), startApp(dataDir)]);
  const [winner, ...others] = apps.filter(({ url }) => url !== '');
  expect(others).toHaveLength(0);
  expect(apps.find(({ url }) => url === '')?.output()).toContain('Another Chartlark is using');
  expect(await query(winner?.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('restarts a killed PostgreSQL within five seconds on the same port, still locked', async () => {
  const dataDir = makeDataDir();
  const app = await startApp(dataDir, { durable: true });
  await query(app.url, 'create table ideas as select 42 as id');
  for (let kill = 1; kill <= 2; kill++) {
    process.kill(postmasterPid(join(dataDir, 'postgres')), 'SIGKILL');
    expect(await waitForDatabase(app.url)).toBeLessThan(soakLimit(5_000));
    expect(await query(app.url, 'select id from ideas')).toEqual([{ id: 42 }]);
  }
  const second = await startApp(dataDir, { durable: true });
  expect(second.output()).toContain('Another Chartlark is using');
  await stopProcess(app.child, 'SIGTERM');
  expect(app.child.exitCode).toBe(0);
});

test('reacquires its lock when only its connection was ended', async () => {
  const dataDir = makeDataDir();
  const { url, output: said } = await startApp(dataDir);
  const pid = postmasterPid(join(dataDir, 'postgres'));
  await query(
    superuserUrl(url, join(dataDir, 'postgres')),
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'chartlark lock'`,
  );
  await expect.poll(said).toContain('PostgreSQL is back');
  expect(postmasterPid(join(dataDir, 'postgres'))).toBe(pid);
  expect((await startApp(dataDir)).output()).toContain('Another Chartlark is using');
});

test('never mistakes another process for the server, whatever postmaster.pid says', async () => {
  const dataDir = makeDataDir();
  const first = await startApp(dataDir);
  const folder = join(dataDir, 'postgres');
  const pidFile = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8');
  await stopProcess(first.child, 'SIGTERM');

  const { uid, gid } = statSync(folder);
  const innocent = spawn('sleep', ['60'], { cwd: '/', ...(isRoot ? { uid, gid } : {}) });
  children.add(innocent);
  writeFileSync(join(folder, 'data', 'postmaster.pid'), pidFile.replace(/^\d+/, String(innocent.pid)));
  const second = await startApp(dataDir);
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(hasExited(innocent)).toBe(false);
});

test('rejects data of another major version and explains how to migrate it', async () => {
  const dataDir = makeDataDir();
  await stopProcess((await startApp(dataDir)).child, 'SIGTERM');
  writeFileSync(join(dataDir, 'postgres', 'data', 'PG_VERSION'), '17\n');
  const { child, output: said } = await startApp(dataDir);
  expect(said()).toMatch(/made by PostgreSQL 17, and this Chartlark brings PostgreSQL 18.*To carry it over/s);
  expect(child.exitCode).toBe(1);
});

test('does not touch a folder with other content', async () => {
  const dataDir = makeDataDir();
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres', 'diary.txt'), 'mine');
  if (isRoot) chownSync(join(dataDir, 'postgres'), NOBODY.uid, NOBODY.gid);
  const { output: said } = await startApp(dataDir);
  expect(said()).toContain("other than PostgreSQL's data");
  expect(readFileSync(join(dataDir, 'postgres', 'diary.txt'), 'utf8')).toBe('mine');
});

test('leaves nothing running when its start is aborted', async () => {
  const dataDir = makeDataDir();
  const start = new AbortController();
  setTimeout(() => start.abort(new Error('enough')), 50);
  await expect(
    startEmbeddedPostgres({ dataDir, onProgress: () => undefined, durable: false, signal: start.signal }),
  ).rejects.toThrow('enough');
  expect(existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
});
