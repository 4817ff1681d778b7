// Two hours of traffic at full size: streams that leave and come back, publications, and polls of every reader. Shows
// what grows. `npm run soak -- hours` runs it; interrupted, it continues with the same database where it stopped.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DEMO_EDUCATOR_PASSWORD } from '../server/demo/demo-people.ts';
import { postgresPids } from '../server/testing/postgres-pids.ts';
import {
  type BenchServer,
  openBenchServers,
  openSessions,
  publishIdea,
  readCpuTime,
  readMetrics,
  readResidentMemory,
  signIn,
} from './bench-servers.ts';
import { describeMachine } from './results.ts';
import { formatMark, openSwarm } from './streams/swarm.ts';

const share = Number(process.env.SOAK ?? 1);
const MINUTES = Math.round(120 * share);
const READERS = 10_000;
const PUBLICATIONS_PER_MINUTE = 10;
/** Each publication above this number closes the oldest idea, so that lists keep their length. */
const OPEN_IDEAS = 30;
/** Readers who leave each second: a tenth of all in a minute. */
const LEAVING_PER_SECOND = Math.ceil(READERS / 10 / 60);
const AWAY_MS = 3_000;
const LISTS = ['Forex', 'Crypto'].flatMap((market) =>
  ['active', 'completed'].map((state) => `/api/trade-ideas?market=${market}&state=${state}`),
);

const folder = fileURLToPath(new URL('../data/soak', import.meta.url));
const progressFile = join(folder, 'hours.json');
const report = fileURLToPath(new URL('HOURS.md', import.meta.url));

/** What is measured once a minute. */
type Sample = {
  /** Counts the runs: an interrupted one continues with a new process. */
  run: number;
  appMegabytes: number;
  heapMegabytes: number;
  postgresMegabytes: number;
  pauseMs: number;
  files: number;
  streams: number;
  /** CPU time in milliseconds per second. */
  cpu: number;
  /** Refused or failed polls. */
  failedPolls: number;
};
type Progress = { samples: Sample[]; rows: { minute: number; counts: Record<string, number> }[] };

const readProgress = (): Progress => {
  try {
    return JSON.parse(readFileSync(progressFile, 'utf8')) as Progress;
  } catch {
    return { samples: [], rows: [] };
  }
};

const countRows = async ({ database }: BenchServer): Promise<Record<string, number>> => {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await database.pool.query<{ count: string }>(`select count(*) from ${name}`);
    counts[name] = Number(rows[0]!.count);
  }
  return counts;
};

/** Memory of all PostgreSQL processes; what they share counts once. */
const readPostgresMemory = (postgresFolder: string): number =>
  postgresPids(postgresFolder).reduce((sum, pid) => {
    try {
      return (
        sum + Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1_000
      );
    } catch {
      // Ended since.
      return sum;
    }
  }, 0);

/** Asks for one list after the other, as readers do, and remembers what each reader knows. */
const createPoller = ({ url }: BenchServer, tokens: string[]) => {
  const known = tokens.map(() => new Map<string, string>());
  let next = 0;
  return async (): Promise<boolean> => {
    const turn = next++;
    const reader = turn % tokens.length;
    const path = LISTS[(reader + Math.floor(turn / tokens.length)) % LISTS.length]!;
    const etag = known[reader]!.get(path);
    const headers = {
      authorization: `Bearer ${tokens[reader]}`,
      ...(etag === undefined ? {} : { 'if-none-match': etag }),
    };
    const answer = await fetch(url + path, { headers, signal: AbortSignal.timeout(10_000) }).catch(
      () => null,
    );
    await answer?.arrayBuffer();
    const newEtag = answer?.headers.get('etag');
    if (newEtag) known[reader]!.set(path, newEtag);
    return answer?.status === 200 || answer?.status === 304;
  };
};

const createEducator = async ({ url }: BenchServer) => {
  const token = await signIn(url, 'educator1@demo.test', DEMO_EDUCATOR_PASSWORD);
  const open: string[] = [];
  const close = async (id: string) => {
    const answer = await fetch(`${url}/api/trade-ideas/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'successful' }),
    });
    if (!answer.ok) throw new Error(`Closing answered ${answer.status}`);
    await answer.arrayBuffer();
  };
  return async (mark: number) => {
    open.push(await publishIdea(url, token, `${formatMark(mark)} A typical note of an idea.`));
    const oldest = open.length > OPEN_IDEAS ? open.shift() : undefined;
    if (oldest) await close(oldest);
  };
};

// Exiting stops child processes; a signal alone would not.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

const progress = readProgress();
const run = (progress.samples.at(-1)?.run ?? 0) + 1;
mkdirSync(folder, { recursive: true, mode: 0o711 });

const servers = await openBenchServers(folder);
const server = await servers.start();
const tokens = await openSessions(server, READERS);
const publish = await createEducator(server);
const poll = createPoller(server, tokens);
const swarm = await openSwarm(`${server.url}/api/live`, { count: READERS, tokens, remembersIds: true });
console.log(`Run ${run}: ${READERS} streams, from minute ${progress.samples.length} of ${MINUTES}`);

const save = () => writeFileSync(progressFile, JSON.stringify(progress));
const addRows = async () => {
  progress.rows.push({ minute: progress.samples.length, counts: await countRows(server) });
  save();
};
await addRows();

let mark = 0;
let leaving = 0;
const runMinute = async (): Promise<Sample> => {
  const cpuBefore = readCpuTime(server.pid);
  const begun = performance.now();
  let failedPolls = 0;
  await readMetrics(server);
  const work: Promise<unknown>[] = [];
  for (let second = 0; second < 60; second++) {
    await sleep(Math.max(0, begun + second * 1_000 - performance.now()));
    swarm.leave(leaving, LEAVING_PER_SECOND, AWAY_MS);
    leaving = (leaving + LEAVING_PER_SECOND) % READERS;
    if (second % (60 / PUBLICATIONS_PER_MINUTE) === 0) work.push(publish(++mark));
    for (let count = 0; count < READERS / 60; count++) {
      work.push(poll().then((isFine) => (failedPolls += isFine ? 0 : 1)));
      // Spread over the second.
      if (count % 10 === 9) await sleep(40);
    }
  }
  await Promise.all(work);
  // Every reader has every event, those that reconnected too.
  await swarm.delivered(mark);
  const seconds = (performance.now() - begun) / 1_000;
  const metrics = await readMetrics(server);
  return {
    run,
    appMegabytes: readResidentMemory(server.pid) / 1e6,
    heapMegabytes: (metrics.get('nodejs_heap_size_used_bytes') ?? Number.NaN) / 1e6,
    postgresMegabytes: readPostgresMemory(server.postgresFolder),
    pauseMs: (metrics.get('nodejs_eventloop_lag_max_seconds') ?? Number.NaN) * 1_000,
    files: readdirSync(`/proc/${server.pid}/fd`).length,
    streams: metrics.get('chartlark_live_streams{role="customer"}') ?? Number.NaN,
    cpu: (readCpuTime(server.pid) - cpuBefore) / 1_000 / seconds,
    failedPolls,
  };
};

/** Growth per hour by least squares, of one run. */
const growthPerHour = (values: number[]): number => {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const over = values.reduce((sum, value, minute) => sum + (minute - middle) * (value - mean), 0);
  const spread = values.reduce((sum, _value, minute) => sum + (minute - middle) ** 2, 0);
  return (60 * over) / spread;
};

/** The first minutes of a process fill caches and compile code. */
const WARM_UP_MINUTES = 15;

const formatReport = (): string => {
  const { samples, rows } = progress;
  const columns = [
    ['application, MB', 'appMegabytes'],
    ['heap, MB', 'heapMegabytes'],
    ['PostgreSQL, MB', 'postgresMegabytes'],
    ['longest pause, ms', 'pauseMs'],
    ['file handles', 'files'],
    ['streams', 'streams'],
    ['CPU, ms/s', 'cpu'],
  ] as const;
  const runs = [...new Set(samples.map((sample) => sample.run))];
  const growth = runs.flatMap((id) => {
    const settled = samples.filter((sample) => sample.run === id).slice(WARM_UP_MINUTES);
    if (settled.length < WARM_UP_MINUTES) return [];
    const cells = columns.map(([, key]) => growthPerHour(settled.map((sample) => sample[key])).toFixed(1));
    return [`| ${id} | ${settled.length} | ${cells.join(' | ')} |`];
  });
  const tenths = samples
    .map((sample, index) => ({ ...sample, minute: index + 1 }))
    .filter(({ minute }) => minute % 10 === 0 || minute === 1)
    .map(
      (sample) =>
        `| ${sample.minute} | ${sample.run} | ${columns.map(([, key]) => sample[key].toFixed(0)).join(' | ')} |`,
    );
  const [first, last] = [rows[0]!, rows.at(-1)!];
  const grown = Object.entries(last.counts)
    .filter(([name, count]) => count !== first.counts[name])
    .map(([name, count]) => `| ${name} | ${first.counts[name] ?? 0} | ${count} |`);
  const heads = columns.map(([head]) => head);
  const rule = (count: number) => `|${' --- |'.repeat(count)}`;
  const failedPolls = samples.reduce((sum, sample) => sum + sample.failedPolls, 0);
  return `# Hours

\`npm run soak -- hours\` writes this: ${READERS.toLocaleString('en')} streams of which a tenth leaves and comes back each
minute, ${PUBLICATIONS_PER_MINUTE} publications a minute (the oldest idea is closed for each), a poll of each reader a minute.
[reliability.md](../docs/reliability.md) says what grew and why.

${samples.length} of ${MINUTES} minutes, in ${runs.length} run(s), until ${describeMachine()}.
Each publication reached every stream, in order. ${failedPolls.toLocaleString('en')} of ${(samples.length * READERS).toLocaleString('en')} polls failed.

## Growth per hour

Least squares over the minutes after the first ${WARM_UP_MINUTES} of a run.

| run | minutes | ${heads.join(' | ')} |
${rule(columns.length + 2)}
${growth.join('\n')}

## Every ten minutes

| minute | run | ${heads.join(' | ')} |
${rule(columns.length + 2)}
${tenths.join('\n')}

## Tables whose number of rows changed

| table | at minute ${first.minute} | at minute ${last.minute} |
${rule(3)}
${grown.join('\n')}
`;
};

while (progress.samples.length < MINUTES) {
  const sample = await runMinute();
  progress.samples.push(sample);
  if (progress.samples.length % 10 === 0 || progress.samples.length === MINUTES) await addRows();
  save();
  writeFileSync(report, formatReport());
  const { pauseMs, appMegabytes, heapMegabytes, cpu } = sample;
  console.log(
    `minute ${progress.samples.length}: ${appMegabytes.toFixed(0)} MB, heap ${heapMegabytes.toFixed(0)} MB, ` +
      `longest pause ${pauseMs.toFixed(0)} ms, ${cpu.toFixed(0)} ms/s of CPU, ${sample.streams} streams`,
  );
}
await swarm.close();
await servers.close();
// The next run starts from the beginning.
rmSync(progressFile);
