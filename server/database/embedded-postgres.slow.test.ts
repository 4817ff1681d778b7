import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import {
  children,
  cleanUp,
  hasExited,
  isRoot,
  isRunning,
  makeDataDir,
  NOBODY,
  postmasterPid,
  query,
  startApp,
  stopProcess,
} from '../testing/embedded-apps.ts';
import { soakLimit } from '../testing/soak-size.ts';
import { superuserUrl } from '../testing/superuser-url.ts';
import { WAIT_LIMIT_MS } from '../testing/time-limits.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

/** Polls until the database answers; returns the elapsed milliseconds. */
const waitForDatabase = async (url: string): Promise<number> => {
  const since = performance.now();
  while (performance.now() - since < WAIT_LIMIT_MS) {
    try {
      await query(url, 'select 1');
      return performance.now() - since;
    } catch {
      await sleep(20);
    }
  }
  throw new Error('The database did not come back');
};

afterEach(cleanUp);

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

test('starts again if another application took its starting server for a leftover and stopped it', async () => {
  const dataDir = makeDataDir();
  const folder = join(dataDir, 'postgres');
  const starting = startApp(dataDir);
  // As soon as it exists: the application does not hold its lock yet.
  const pidFile = join(folder, 'data', 'postmaster.pid');
  while (!existsSync(pidFile) || !(postmasterPid(folder) > 0)) await sleep(1);
  const stopped = postmasterPid(folder);
  process.kill(stopped, 'SIGINT');
  const { url, output } = await starting;
  expect(output()).not.toContain('did not start');
  expect(await waitForDatabase(url)).toBeLessThan(soakLimit(5_000));
  expect(postmasterPid(folder)).not.toBe(stopped);
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
