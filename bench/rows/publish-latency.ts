import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_EDUCATOR_PASSWORD } from '../../server/demo/demo-people.ts';
import {
  type BenchServer,
  openBenchServers,
  openSessions,
  publishIdea,
  readCpuTime,
  signIn,
} from '../bench-servers.ts';
import { median, type Row } from '../row.ts';
import { formatMark, openSwarm } from '../streams/swarm.ts';

const DEBIAN = '/usr/lib/postgresql';

/** Debian's newest pgbench. Throws with instructions if missing. */
const pgbench = (): string => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const programs = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => `${DEBIAN}/${version}/bin/pgbench`);
  const program = programs.find((path) => existsSync(path));
  if (program === undefined) throw new Error('pgbench is missing: apt-get install postgresql-15');
  return program;
};

const CHANGES = 150;
/** Warm-up publications, like pgbench's warm connections: Node runs hot code in half the time. */
const FIRST = 301;
/** Open loop: published at fixed times, so that a stall is not hidden. */
const EVERY_MS = 40;
const TURNS = 3;
const TARGET = 8;

/** Medians in ms from the due time to the POST's response and a reader's receipt, and the process's CPU time. */
const publishing = async (server: BenchServer, turn: number): Promise<{ publish: number; cpu: number }> => {
  const [reader = ''] = await openSessions(server, 1);
  const token = await signIn(server.url, 'educator1@demo.test', DEMO_EDUCATOR_PASSWORD);
  const swarm = await openSwarm(`${server.url}/api/live`, {
    count: 1,
    tokens: [reader],
    // Concurrent publications may commit in a different order.
    isOrdered: false,
  });
  const publish = async (number: number): Promise<bigint> => {
    await publishIdea(server.url, token, formatMark(number));
    return process.hrtime.bigint();
  };
  // Marks differ per round, so readers ignore those of other rounds.
  const first = turn === 0 ? FIRST : 1 + turn * 1_000;
  for (let number = 1; turn === 0 && number < FIRST; number++) await publish(number);
  const worked = readCpuTime(server.pid);
  const begin = performance.now();
  const due: bigint[] = [];
  const answered: Promise<bigint>[] = [];
  for (let place = 0; place < CHANGES; place++) {
    await sleep(Math.max(0, begin + place * EVERY_MS - performance.now()));
    due.push(process.hrtime.bigint());
    answered.push(publish(first + place));
  }
  const answeredAt = await Promise.all(answered);
  const milliseconds: number[] = [];
  for (let place = 0; place < CHANGES; place++) {
    const { lastAt } = await swarm.delivered(first + place);
    const took = [lastAt, answeredAt[place]!].map((at) => Number(at - due[place]!) / 1e6);
    milliseconds.push(Math.max(...took));
  }
  const cpu = (readCpuTime(server.pid) - worked) / 1_000 / CHANGES;
  await swarm.close();
  return { publish: median(milliseconds), cpu };
};

/**
 * One committed INSERT of a row of that size, by pgbench on the same server; median, ms. At `everyMs` as ideas are
 * published, counted from when each is due; without it one as soon as the other is through, which no processor sleeps
 * between.
 */
const inserting = (server: BenchServer, everyMs?: number): number => {
  const folder = mkdtempSync(join(tmpdir(), 'chartlark-pgbench-'));
  try {
    const script = join(folder, 'insert.sql');
    writeFileSync(script, `insert into bench_rows (text) values (repeat('x', 1500));\n`);
    execFileSync(
      pgbench(),
      [
        ...[
          '-n',
          '-f',
          script,
          '-c',
          '1',
          '-t',
          String(CHANGES),
          '-l',
          `--log-prefix=${join(folder, 'log')}`,
        ],
        ...(everyMs === undefined ? [] : ['-R', String(1_000 / everyMs)]),
      ],
      {
        env: { ...process.env, ...createPsqlEnvironment(server) },
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

const createPsqlEnvironment = ({ database }: BenchServer) => {
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

/** Results of one round in milliseconds, except the ratio. */
type Turn = { insert: number; paced: number; publish: number; cpu: number; ratio: number };

export const publishLatency: Row = {
  id: 'S5',
  what: 'publishing: POST answered, row committed, event at a live reader',
  target: `median <= ${TARGET}x of one committed INSERT by pgbench, both open-loop at the same pace`,
  measure: async (say) => {
    pgbench();
    const servers = await openBenchServers();
    try {
      const server = await servers.start();
      await server.database.pool.query(
        'create table bench_rows (id bigserial primary key, text text not null)',
      );
      const turns: Turn[] = [];
      for (let turn = 0; turn < TURNS; turn++) {
        const [insert, paced] = [inserting(server), inserting(server, EVERY_MS)];
        const { publish, cpu } = await publishing(server, turn);
        say(
          `publishing ${publish.toFixed(2)} ms, ${cpu.toFixed(2)} ms of CPU; one INSERT at that pace ${paced.toFixed(2)} ms, one after the other ${insert.toFixed(2)} ms`,
        );
        turns.push({ insert, paced, publish, cpu, ratio: publish / paced });
      }
      const of = (name: keyof Turn) => median(turns.map((turn) => turn[name]));
      return {
        measured: `${of('ratio').toFixed(1)}x of one at the same pace (${of('publish').toFixed(1)} ms against ${of('paced').toFixed(2)} ms; ${of('insert').toFixed(2)} ms where one follows the other at once); ${of('cpu').toFixed(1)} ms of the process's CPU (medians of ${TURNS} turns)`,
        met: of('ratio') <= TARGET,
      };
    } finally {
      await servers.close();
    }
  },
};
