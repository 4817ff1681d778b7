import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  cleanUp,
  folders,
  isRoot,
  makeDataDir,
  NOBODY,
  postmasterPid,
  program,
  query,
  startApp,
  stopProcess,
} from '../../testing/embedded-apps.ts';

/** False if only root may enter the checkout: an ordinary user can't read the program there. */
const isReadableByAll =
  spawnSync('/bin/sh', ['-c', 'test -r "$0"', program], { ...(isRoot ? NOBODY : {}), cwd: '/' }).status === 0;

/** Mounting is not permitted in every container. */
const canMount = isRoot && spawnSync('unshare', ['--mount', 'true']).status === 0;

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
const readUid = (pid: number) => statSync(`/proc/${pid}`).uid;

afterEach(cleanUp);

test.runIf(canMount)('creates a system user for PostgreSQL that cannot sign in', async () => {
  const dataDir = makeDataDir();
  const etc = makeEtc();
  const { url } = await startApp(dataDir, { etc: { folder: etc, isReadOnly: false } });
  const [, uid] =
    /^chartlark-postgres:x:(\d+):\d+:[^:]*:\/nonexistent:\/usr\/sbin\/nologin$/m.exec(
      readFileSync(join(etc, 'passwd'), 'utf8'),
    ) ?? [];
  expect(readUid(postmasterPid(join(dataDir, 'postgres')))).toBe(Number(uid));
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  const password = join(dataDir, 'postgres', 'password');
  expect(spawnSync('cat', [password], { ...NOBODY, cwd: '/' }).status).not.toBe(0);
});

test.runIf(canMount)('says what to do where no user can be created', async () => {
  const { url, output } = await startApp(makeDataDir(), { etc: { folder: makeEtc(), isReadOnly: true } });
  expect(url).toBe('');
  expect(output()).toContain('start Chartlark as an ordinary user');
});

test.runIf(isRoot && isReadableByAll)(
  'runs as an ordinary user in their folder, and as the same user when root starts it there',
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
