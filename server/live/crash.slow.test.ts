import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POSTGRES_USER } from '../database/embedded/cluster.ts';
import { findFreePort } from '../database/embedded/running-server.ts';
import { type AppProcess, startAppProcess } from '../testing/app-process.ts';
import { killPostgres, readPostmasterFile } from '../testing/postgres-pids.ts';
import { callAt, signInAt } from '../testing/process-calls.ts';
import { scaleSize, scaleTimeout } from '../testing/soak-size.ts';
import { Traffic } from '../testing/traffic.ts';

/** R1 and R2 of TARGETS: real processes, killed while ideas are being published. */
const ROUNDS = 3;
const APP_KILLS = 100;
const POSTGRES_KILLS = 50;

let folder: string;
let port: number;
let app: AppProcess;
let token: string;

const start = async () => {
  app = await startAppProcess({
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
  });
};
const waitUntilReady = (timeout: number) =>
  expect
    .poll(async () => (await callAt(app.url, 'GET', '/readyz').catch(() => undefined))?.status, { timeout })
    .toBe(200);

const databaseUrl = () => {
  const password =
    execFileSync('find', [folder, '-name', '*password*', '-type', 'f'], { encoding: 'utf8' })
      .trim()
      .split('\n')[0] ?? '';
  return { port: Number(readPostmasterFile(folder)[3]), password: readFileSync(password, 'utf8').trim() };
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chartlark-crash-'));
  chmodSync(folder, 0o711);
  port = await findFreePort();
  await start();
  token = await signInAt(app.url, 'educator');
});

afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Publishes and reads while `disturb` runs, then checks that no acknowledged idea is lost or duplicated. */
const expectNoLoss = async (rounds: number, disturb: () => Promise<void>) => {
  const traffic = new Traffic({ url: () => app.url, token });
  await traffic.start();
  for (let round = 0; round < rounds; round++) {
    await traffic.goesOn(5);
    await disturb();
  }
  await traffic.goesOn(5);
  await traffic.finish();
  // A failing server answers 503; anything else would be a defect.
  expect(traffic.refusals.filter((refusal) => refusal !== '503' && refusal !== 'broken')).toEqual([]);
};

describe('after a kill while ideas are being published', () => {
  it(
    'loses and duplicates no acknowledged idea when the app is killed, and its streams stay gapless',
    async () => {
      await expectNoLoss(scaleSize(ROUNDS, APP_KILLS), async () => {
        await app.kill();
        // The restart time is measured, not tested: it depends on the machine.
        await start();
      });
    },
    scaleTimeout(ROUNDS, APP_KILLS),
  );

  it(
    'loses nothing when PostgreSQL is killed, while reads continue and writes recover',
    async () => {
      await expectNoLoss(scaleSize(ROUNDS, POSTGRES_KILLS), async () => {
        killPostgres(folder);
        expect(
          (await callAt(app.url, 'GET', '/api/trade-ideas?market=Forex&state=active', { token })).status,
        ).toBe(200);
        await waitUntilReady(30_000);
      });
    },
    scaleTimeout(ROUNDS, POSTGRES_KILLS),
  );

  it('keeps the ledger one chain', async () => {
    const { port: databasePort, password } = databaseUrl();
    const client = new pg.Client({
      host: '127.0.0.1',
      port: databasePort,
      user: POSTGRES_USER,
      password,
      database: 'chartlark',
    });
    await client.connect();
    const { rows } = await client.query<{ broken: string }>(
      'select count(*) as broken from (select number, prev_hash, lag(hash) over (order by number) as before, lag(number) over (order by number) as last from idea_revisions) chain where number > 1 and (prev_hash <> before or number <> last + 1)',
    );
    await client.end();
    expect(rows[0]?.broken).toBe('0');
  });
});
