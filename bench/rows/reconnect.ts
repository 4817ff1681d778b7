import { DEMO_EDUCATOR_PASSWORD } from '../../server/demo/demo-people.ts';
import {
  type BenchServer,
  openBenchServers,
  openSessions,
  publishIdea,
  readMetric,
  signIn,
} from '../bench-servers.ts';
import type { Row } from '../row.ts';
import { formatMark, openSwarm } from '../streams/swarm.ts';

const FEW = 1_000;
const MANY = 10_000;
const MISSED = 10;
const WITHIN_S = 30;
const IDLE_MS = 4_000;
/** The readers reconnect in waves of 200 connections, however many look-ups the server batches. */
const WAVES = MANY / 200;
const MAX_LOOKUPS_PER_WAVE = 3;

/** Total transactions of the database. */
const transactions = async ({ database }: BenchServer): Promise<number> => {
  // Back ends report their counts once a second, and our statistics snapshot must be fresh.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  await database.pool.query('select pg_stat_clear_snapshot()');
  const { rows } = await database.pool.query<{ count: string }>(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]!.count);
};

/** Transactions per second without readers: polling for jobs, ended sessions and events. */
const idlePace = async (server: BenchServer): Promise<number> => {
  const [before, since] = [await transactions(server), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  return ((await transactions(server)) - before) / ((performance.now() - since) / 1_000);
};

/** `transactions` caused by the readers. */
type ReconnectCost = { seconds: number; transactions: number };

/**
 * All readers disconnect, miss some changes and reconnect at once: to the same process, or to a new one without
 * cached sessions.
 */
const reconnectAll = async (count: number, toAnother: boolean): Promise<ReconnectCost> => {
  const servers = await openBenchServers();
  try {
    const server = await servers.start();
    const tokens = await openSessions(server, count);
    const token = await signIn(server.url, 'educator1@demo.test', DEMO_EDUCATOR_PASSWORD);
    const swarm = await openSwarm(`${server.url}/api/live`, { count, tokens, remembersIds: true });
    await publishIdea(server.url, token, formatMark(1));
    await swarm.delivered(1);
    await swarm.drop();
    for (let number = 2; number <= 1 + MISSED; number++)
      await publishIdea(server.url, token, formatMark(number));
    const other = toAnother ? await servers.startBeside(server) : server;
    const pace = await idlePace(server);
    const [begun, before] = [performance.now(), await transactions(server)];
    const since = performance.now();
    await swarm.comeBack(Number(new URL(other.url).port));
    await swarm.delivered(1 + MISSED, 2 * WITHIN_S * 1_000);
    const seconds = (performance.now() - since) / 1_000;
    const used = (await transactions(server)) - before;
    const own = Math.max(0, Math.round(used - (pace * (performance.now() - begun)) / 1_000));
    const failures =
      (await readMetric(other, 'http_requests_total{method="GET",route="/api/live",status="500"}')) ?? 0;
    if (failures > 0) throw new Error(`${failures} streams were answered 500`);
    await swarm.close();
    return { seconds, transactions: own };
  } finally {
    await servers.close();
  }
};

export const reconnectRow: Row = {
  id: 'S9',
  what: `${MANY.toLocaleString('en')} streams drop and come back at once, having missed ${MISSED} changes`,
  target: `all caught up in ${WITHIN_S} s, database queries independent of their number, no 5xx`,
  measure: async (say) => {
    const parts: string[] = [];
    let met = true;
    for (const toAnother of [false, true]) {
      const [few, many] = [await reconnectAll(FEW, toAnother), await reconnectAll(MANY, toAnother)];
      const where = toAnother ? 'to a process that has just started' : 'to the same process';
      const text = `${where}: ${many.seconds.toFixed(1)} s, ${many.transactions} transactions for them (${few.transactions} for ${FEW.toLocaleString('en')})`;
      say(text);
      parts.push(text);
      met &&=
        many.seconds <= WITHIN_S && many.transactions <= few.transactions + WAVES * MAX_LOOKUPS_PER_WAVE;
    }
    return { measured: parts.join('; '), met };
  },
};
