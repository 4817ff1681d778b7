import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_EDUCATOR_PASSWORD } from '../../server/demo/demo-people.ts';
import { type BenchServer, openBenchServers, openSessions, publishIdea, signIn } from '../bench-servers.ts';
import { pgbench } from '../pgbench.ts';
import { median, type Row } from '../row.ts';
import { markOf, openSwarm } from '../streams/swarm.ts';

const CHANGES = 150;
/** The ones before warm up code and connections. */
const FIRST = 21;
/** Published at fixed times, whether or not the one before is through: a stall is not hidden. */
const EVERY_MS = 40;
const TARGET = 4;

/** From the moment each is due until its POST is answered and a reader of the stream has it; median, ms. */
const publishing = async (server: BenchServer): Promise<number> => {
  const [reader = ''] = await openSessions(server, 1);
  const token = await signIn(server.url, 'educator1@demo.test', DEMO_EDUCATOR_PASSWORD);
  const swarm = await openSwarm(`${server.url}/api/live`, {
    count: 1,
    tokens: [reader],
    // What is published at once may be committed in another order.
    isOrdered: false,
  });
  const publish = async (number: number): Promise<bigint> => {
    await publishIdea(server.url, token, markOf(number));
    return process.hrtime.bigint();
  };
  for (let number = 1; number < FIRST; number++) await publish(number);
  const begin = performance.now();
  const due: bigint[] = [];
  const answered: Promise<bigint>[] = [];
  for (let place = 0; place < CHANGES; place++) {
    await sleep(Math.max(0, begin + place * EVERY_MS - performance.now()));
    due.push(process.hrtime.bigint());
    answered.push(publish(FIRST + place));
  }
  const answeredAt = await Promise.all(answered);
  const milliseconds: number[] = [];
  for (let place = 0; place < CHANGES; place++) {
    const { lastAt } = await swarm.delivered(FIRST + place);
    const took = [lastAt, answeredAt[place]!].map((at) => Number(at - due[place]!) / 1e6);
    milliseconds.push(Math.max(...took));
  }
  await swarm.close();
  return median(milliseconds);
};

/** One committed INSERT of a row of that size, by pgbench on the same server; median, ms. */
const inserting = (server: BenchServer): number => {
  const folder = mkdtempSync(join(tmpdir(), 'chartlark-pgbench-'));
  try {
    const script = join(folder, 'insert.sql');
    writeFileSync(script, `insert into bench_rows (text) values (repeat('x', 1500));\n`);
    execFileSync(
      pgbench(),
      ['-n', '-f', script, '-c', '1', '-t', '300', '-l', `--log-prefix=${join(folder, 'log')}`],
      {
        env: { ...process.env, ...connectionOf(server) },
        stdio: 'ignore',
      },
    );
    const log = readdirSync(folder).find((name) => name.startsWith('log'))!;
    const microseconds = readFileSync(join(folder, log), 'utf8')
      .trim()
      .split('\n')
      .map((line) => Number(line.split(' ')[2]));
    return median(microseconds) / 1_000;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const connectionOf = ({ database }: BenchServer) => {
  const { hostname, port, username, password, pathname } = new URL(database.connectionString);
  return {
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: pathname.slice(1),
    PGSSLMODE: 'disable',
  };
};

export const publishLatency: Row = {
  id: 'S5',
  what: 'publishing: POST answered, row committed, event at a live reader',
  target: `median <= ${TARGET}x of one committed INSERT by pgbench`,
  measure: async (say) => {
    pgbench();
    const servers = await openBenchServers();
    try {
      const server = await servers.start();
      await server.database.pool.query(
        'create table bench_rows (id bigserial primary key, text text not null)',
      );
      const before = inserting(server);
      const ours = await publishing(server);
      const after = inserting(server);
      const theirs = (before + after) / 2;
      say(
        `publishing ${ours.toFixed(2)} ms; one INSERT ${before.toFixed(2)} ms before, ${after.toFixed(2)} ms after`,
      );
      const ratio = ours / theirs;
      return {
        measured: `${ratio.toFixed(1)}x (${ours.toFixed(1)} ms against ${theirs.toFixed(1)} ms)`,
        met: ratio <= TARGET,
      };
    } finally {
      await servers.close();
    }
  },
};
