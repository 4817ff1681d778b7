import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../database/embedded/running-server.ts';
import { type AppProcess, startAppProcess } from '../testing/app-process.ts';
import { signInAt } from '../testing/process-calls.ts';
import { Traffic } from '../testing/traffic.ts';

/** DESIGN §4: PostgreSQL 15 or newer. Uses Debian's 15 if installed, since the embedded one is newer. */
const BIN = '/usr/lib/postgresql/15/bin';
/** PostgreSQL refuses root; `nobody` has the passwd entry that initdb needs. */
const NOBODY = 65_534;
const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** The server's major version, once it answers. */
const readMajorVersion = async (connectionString: string): Promise<string | undefined> => {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      const { rows } = await client.query<{ version: string }>(
        "select current_setting('server_version') as version",
      );
      return rows[0]?.version.split('.')[0];
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
};

describe.skipIf(!existsSync(`${BIN}/initdb`))('on PostgreSQL 15 (skipped if it is not installed)', () => {
  let folder: string;
  let postgres: ChildProcess;
  let app: AppProcess;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chartlark-pg15-'));
    if (owner.uid !== undefined) chownSync(folder, NOBODY, NOBODY);
    const data = join(folder, 'data');
    const port = await findFreePort();
    execFileSync(`${BIN}/initdb`, ['-D', data, '-A', 'trust', '-U', 'chartlark', '-E', 'UTF8', '--no-sync'], {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
    });
    postgres = spawn(`${BIN}/postgres`, ['-D', data, '-p', String(port), '-k', '', '-F'], {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
    });
    const connectionString = `postgres://chartlark@127.0.0.1:${port}/postgres`;
    expect(await readMajorVersion(connectionString)).toBe('15');
    app = await startAppProcess({
      DATABASE_URL: connectionString,
      DATA_DIR: join(folder, 'app'),
      DEMO: 'on',
    });
  });
  afterAll(async () => {
    await app?.stop();
    postgres.kill('SIGINT');
    if (postgres.exitCode === null) await once(postgres, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });

  it('migrates, loads the demo, signs in, publishes, reads and streams', async () => {
    const token = await signInAt(app.url, 'educator');
    const traffic = new Traffic({ url: () => app.url, token, writers: 2, readers: 2 });
    await traffic.start();
    await traffic.goesOn(10);
    await traffic.finish();
    expect(traffic.refusals).toEqual([]);
  });
});
