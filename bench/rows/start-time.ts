import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { clusterUrl } from '../../server/database/embedded/app-lock.ts';
import { prepareBinaries } from '../../server/database/embedded/binaries.ts';
import { openCluster } from '../../server/database/embedded/cluster.ts';
import { findDataDirectory } from '../../server/database/embedded/data-directory.ts';
import { spawnPostmaster } from '../../server/database/embedded/postmaster.ts';
import { findFreePort } from '../../server/database/embedded/running-server.ts';
import { programArgs } from '../../server/testing/as-program.ts';
import { median, type Row } from '../row.ts';

const ROUNDS = 5;
const FIRST_TARGET_S = 2.5;
const AGAIN_TARGET_S = 1;
const serve = fileURLToPath(new URL('../../scripts/serve.ts', import.meta.url));

type Times = { first: number; again: number };

const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'chartlark-start-'));
  // PostgreSQL's user may be a different one and must be able to enter.
  await chmod(folder, 0o711);
  return folder;
};

const secondsSince = (since: number) => (performance.now() - since) / 1_000;

/** From spawning the application until /readyz succeeds. */
const startApp = async (dataDir: string): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  const since = performance.now();
  const child = spawn(process.execPath, programArgs(serve), {
    env: { ...process.env, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: 'ignore',
  });
  process.once('exit', () => child.kill());
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`The application gave up with ${child.exitCode}`);
    await sleep(5);
  }
  const seconds = secondsSince(since);
  child.kill('SIGTERM');
  await once(child, 'exit');
  return seconds;
};

/** PostgreSQL alone: created if missing, started and queried once. */
const startPostgres = async (dataDir: string): Promise<number> => {
  const place = await findDataDirectory(dataDir);
  const binaries = await prepareBinaries(place.binariesParent);
  const port = await findFreePort();
  const since = performance.now();
  const cluster = await openCluster(place, binaries, true);
  const child = spawnPostmaster(cluster, port);
  process.once('exit', () => child.kill());
  const answers = async () => {
    const client = new pg.Client({ connectionString: clusterUrl(cluster, port, 'postgres') });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch {
      return false;
    } finally {
      client.end().catch(() => undefined);
    }
  };
  while (!(await answers())) await sleep(5);
  const seconds = secondsSince(since);
  child.kill('SIGINT');
  await once(child, 'exit');
  return seconds;
};

const twice = async (start: (dataDir: string) => Promise<number>): Promise<Times> => {
  const folder = await makeFolder();
  try {
    const dataDir = join(folder, 'data');
    const first = await start(dataDir);
    return { first, again: await start(dataDir) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export const startTime: Row = {
  id: 'S7',
  what: 'start to /readyz with a built web app: for the first time, and on existing data',
  target: `over the same PostgreSQL alone: <= ${FIRST_TARGET_S} s, <= ${AGAIN_TARGET_S.toFixed(1)} s`,
  measure: async (say) => {
    const over: Times[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const [theirs, ours] = [await twice(startPostgres), await twice(startApp)];
      say(
        `first ${ours.first.toFixed(2)} s against ${theirs.first.toFixed(2)} s, again ${ours.again.toFixed(2)} s against ${theirs.again.toFixed(2)} s`,
      );
      over.push({ first: ours.first - theirs.first, again: ours.again - theirs.again });
    }
    const [first, again] = [median(over.map((o) => o.first)), median(over.map((o) => o.again))];
    return {
      measured: `${first.toFixed(2)} s and ${again.toFixed(2)} s over it (median of ${ROUNDS})`,
      met: first <= FIRST_TARGET_S && again <= AGAIN_TARGET_S,
    };
  },
};
