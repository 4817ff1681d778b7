import { DEMO_EDUCATOR_PASSWORD } from '../../server/demo/demo-people.ts';
import { compactPayload } from '../../server/live/live-stream.ts';
import { serveBare } from '../bare.ts';
import {
  type BenchServer,
  collectGarbage,
  EXPOSE_GC,
  openBenchServers,
  openSessions,
  publishIdea,
  readCpuTime,
  readMetric,
  readResidentMemory,
  signIn,
} from '../bench-servers.ts';
import { requirePrograms, serveStreams } from '../nginx.ts';
import { type Finding, median, type Row } from '../row.ts';
import { formatMark, openSwarm, type Swarm } from '../streams/swarm.ts';

const SIZES = [2_000, 10_000] as const;
const CHANGES = 20;
const CPU_TARGET = 1.3;
const TIME_TARGET = 1.5;
const PAUSE_TARGET_MS = 50;
const MEMORY_TARGET = 15_000;
/** Typical notes: frames of 1.5 kB on both sides. */
const NOTES = 'Waits for the pullback into the broken range; invalid below the last low. '.repeat(8);
const createNotes = (number: number) => `${formatMark(number)} ${NOTES}`;

type Publisher = { pid: number; publish: (number: number) => Promise<unknown> };
type Cost = { cpuMicroseconds: number; clientMicroseconds: number; lastMs: number };

/** Publishes changes sequentially, each after the previous one reached every reader. */
const fanOut = async ({ pid, publish }: Publisher, swarm: Swarm, readers: number): Promise<Cost> => {
  // The first changes warm up code and buffers.
  for (let number = 1; number <= 3; number++) {
    await publish(number);
    await swarm.delivered(number);
  }
  const lastMs: number[] = [];
  const before = { server: readCpuTime(pid), client: (await swarm.delivered(3)).cpuMicroseconds };
  let client = 0;
  for (let number = 4; number < 4 + CHANGES; number++) {
    const since = process.hrtime.bigint();
    const [delivered] = await Promise.all([swarm.delivered(number), publish(number)]);
    lastMs.push(Number(delivered.lastAt - since) / 1e6);
    client = delivered.cpuMicroseconds;
  }
  const deliveries = CHANGES * readers;
  return {
    cpuMicroseconds: (readCpuTime(pid) - before.server) / deliveries,
    clientMicroseconds: (client - before.client) / deliveries,
    lastMs: median(lastMs),
  };
};

const createPublisher = async (server: BenchServer): Promise<Publisher> => {
  const token = await signIn(server.url, 'educator1@demo.test', DEMO_EDUCATOR_PASSWORD);
  return { pid: server.pid, publish: (number) => publishIdea(server.url, token, createNotes(number)) };
};

const formatCost = (name: string, { cpuMicroseconds, clientMicroseconds, lastMs }: Cost) =>
  `${name}: ${cpuMicroseconds.toFixed(1)} µs of its CPU a delivery (the readers' own: ${clientMicroseconds.toFixed(1)} µs), the last after ${lastMs.toFixed(0)} ms`;

const compareAt = async (readers: number, say: (line: string) => void) => {
  const servers = await openBenchServers();
  try {
    const server = await servers.start();
    const tokens = await openSessions(server, readers);
    const swarm = await openSwarm(`${server.url}/api/live`, { count: readers, tokens });
    await readMetric(server, 'nodejs_eventloop_lag_max_seconds');
    const mine = await fanOut(await createPublisher(server), swarm, readers);
    const pauseMs = ((await readMetric(server, 'nodejs_eventloop_lag_max_seconds')) ?? Number.NaN) * 1_000;
    await swarm.close();
    say(`${readers} readers, ${formatCost('ours', mine)}; longest pause ${pauseMs.toFixed(0)} ms`);

    // The same frame as ours, so that both sides send the same bytes.
    const { rows } = await server.database.pool.query<{ payload: string }>(
      "select payload::text from feed_events where kind = 'trade_ideas_changes' order by seq desc limit 1",
    );
    const payload = compactPayload(rows[0]!.payload).replace(/bench-mark-\d{7}/, 'MARK');
    const nchan = await serveStreams();
    try {
      const theirSwarm = await openSwarm(`${nchan.url}/stream`, { count: readers });
      const publish = (number: number) =>
        fetch(`${nchan.url}/publish`, { method: 'POST', body: payload.replace('MARK', formatMark(number)) });
      const theirs = await fanOut({ pid: nchan.workerPid(), publish }, theirSwarm, readers);
      await theirSwarm.close();
      say(`${readers} readers, ${formatCost('nchan', theirs)}`);
      return {
        readers,
        cpu: mine.cpuMicroseconds / theirs.cpuMicroseconds,
        time: mine.lastMs / theirs.lastMs,
        pauseMs,
        client: mine.clientMicroseconds,
      };
    } finally {
      await nchan.close();
    }
  } finally {
    await servers.close();
  }
};

export const fanOutRow: Row = {
  id: 'S3',
  what: `one change to ${SIZES.map((size) => size.toLocaleString('en')).join(' and ')} open streams, one process`,
  target: 'CPU per delivery <= 1.3x of nchan, last receipt <= 1.5x, no pause over 50 ms',
  measure: async (say): Promise<Finding> => {
    requirePrograms('nginx');
    const results = [];
    for (const readers of SIZES) results.push(await compareAt(readers, say));
    return {
      measured: results
        .map(
          ({ readers, cpu, time, pauseMs, client }) =>
            `${readers.toLocaleString('en')}: CPU ${cpu.toFixed(2)}x, last receipt ${time.toFixed(2)}x, longest pause ${pauseMs.toFixed(0)} ms (a reader's own cost ${client.toFixed(1)} µs)`,
        )
        .join('; '),
      met: results.every(
        ({ cpu, time, pauseMs }) => cpu <= CPU_TARGET && time <= TIME_TARGET && pauseMs <= PAUSE_TARGET_MS,
      ),
    };
  },
};

const STREAMS = 10_000;

/** Resident memory per stream in bytes, after garbage collection in both states. */
const memoryPerStream = async (
  { pid, publish }: Publisher,
  open: (count: number) => Promise<Swarm>,
  say: (line: string) => void,
): Promise<number> => {
  // A warmed-up server, whose base memory is not attributed to streams.
  const few = await open(100);
  await publish(1);
  await few.delivered(1);
  await few.close();
  await collectGarbage(pid);
  const before = readResidentMemory(pid);
  const swarm = await open(STREAMS);
  for (let number = 2; number <= 6; number++) {
    await publish(number);
    await swarm.delivered(number);
  }
  const busy = readResidentMemory(pid);
  await collectGarbage(pid);
  const settled = readResidentMemory(pid);
  await swarm.close();
  say([before, busy, settled].map((bytes) => `${(bytes / 1e6).toFixed(0)} MB`).join(', '));
  return (settled - before) / STREAMS;
};

const ourMemory = async (say: (line: string) => void) => {
  const servers = await openBenchServers();
  try {
    const server = await servers.start(undefined, EXPOSE_GC);
    const tokens = await openSessions(server, STREAMS);
    const open = (count: number) =>
      openSwarm(`${server.url}/api/live`, { count, tokens: tokens.slice(0, count) });
    return await memoryPerStream(await createPublisher(server), open, say);
  } finally {
    await servers.close();
  }
};

/** A minimal Node server with as many streams and bytes: no sessions, no cursors. */
const bareMemory = async (say: (line: string) => void) => {
  const { url, pid, close } = await serveBare('', EXPOSE_GC);
  try {
    const publish = (number: number) =>
      fetch(`${url}/publish`, { method: 'POST', body: createNotes(number) });
    return await memoryPerStream({ pid, publish }, (count) => openSwarm(`${url}/stream`, { count }), say);
  } finally {
    await close();
  }
};

const inKilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

export const streamMemory: Row = {
  id: 'S4',
  what: `memory per open stream at ${STREAMS.toLocaleString('en')}, after the collector ran`,
  target: '<= 15 kB resident',
  measure: async (say): Promise<Finding> => {
    const [mine, bare] = [await ourMemory(say), await bareMemory(say)];
    return {
      measured: `${inKilobytes(mine)}; Node with nothing above it: ${inKilobytes(bare)}`,
      met: mine <= MEMORY_TARGET,
    };
  },
};
