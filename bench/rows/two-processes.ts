import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_CUSTOMER_PASSWORD, DEMO_EDUCATOR_PASSWORD } from '../../server/demo/demo-people.ts';
import { serveBare } from '../bare.ts';
import {
  type BenchServer,
  type BenchServers,
  openBenchServers,
  openSessions,
  publishIdea,
  readCpuTime,
  signIn,
} from '../bench-servers.ts';
import { proxyTo, requirePrograms } from '../nginx.ts';
import { median, type Row } from '../row.ts';
import { formatMark, openSwarm } from '../streams/swarm.ts';

/** Of each process. */
const [CONNECTIONS, READERS] = [32, 1_000];
const CHANGES = 20;
const [WARM_UP_SECONDS, SECONDS] = [4, 3];
const TURNS = 5;
const TARGET = 1.1;
/** The publications are of the other market, so that this list stays as long as it is. */
const LIST = '/api/trade-ideas?market=Crypto&state=active';

type Process = Pick<BenchServer, 'pid'>;
type Cost = { request: number; bareRequest: number; delivery: number };

const cpuOfAll = (servers: readonly Process[]) => servers.reduce((sum, { pid }) => sum + readCpuTime(pid), 0);

/** CPU time per cached read of all processes behind one proxy, with equal connections per process. */
const perRequest = (processes: readonly Process[], url: string, token: string, seconds: number): number => {
  const before = cpuOfAll(processes);
  const said = execFileSync(
    'wrk',
    [
      '-t1',
      `-c${CONNECTIONS * processes.length}`,
      `-d${seconds}s`,
      '-H',
      `Authorization: Bearer ${token}`,
      `${url}${LIST}`,
    ],
    { encoding: 'utf8' },
  );
  const requests = Number(/(\d+) requests in/.exec(said)?.[1]);
  if (!(requests > 0) || /Non-2xx/.test(said)) throw new Error(`wrk said:\n${said}`);
  return (cpuOfAll(processes) - before) / requests;
};

/** The same per delivery of a change, with equal readers per process. */
const perDelivery = async (
  processes: readonly BenchServer[],
  url: string,
  token: string,
): Promise<number> => {
  const readers = READERS * processes.length;
  const tokens = await openSessions(processes[0]!, readers);
  const swarm = await openSwarm(`${url}/api/live`, { count: readers, tokens });
  const publish = async (number: number) => {
    await publishIdea(url, token, `${formatMark(number)} ${'Reasons of an idea. '.repeat(30)}`);
    await swarm.delivered(number);
  };
  for (let number = 1; number <= 3; number++) await publish(number);
  const before = cpuOfAll(processes);
  for (let number = 4; number < 4 + CHANGES; number++) await publish(number);
  const used = cpuOfAll(processes) - before;
  await swarm.close();
  return used / (CHANGES * readers);
};

/** Order of events at one reader per process while publishing through both concurrently. */
const idsAt = async (
  server: BenchServer,
  token: string,
  until: number,
  signal: AbortSignal,
): Promise<string[]> => {
  const answer = await fetch(`${server.url}/api/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal,
  });
  const ids: string[] = [];
  let text = '';
  for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    ids.splice(
      0,
      ids.length,
      ...[...text.matchAll(/^id: (\S+)\nevent: trade_ideas_changes$/gm)].map((match) => match[1]!),
    );
    if (ids.length >= until) return ids;
  }
  return ids;
};

const sameOrder = async (processes: readonly BenchServer[]): Promise<boolean> => {
  const [first] = processes as readonly [BenchServer];
  const readers = await openSessions(first, processes.length);
  const writers = await Promise.all(
    processes.map(({ url }, place) => signIn(url, `educator${place + 1}@demo.test`, DEMO_EDUCATOR_PASSWORD)),
  );
  const each = 40;
  const stop = AbortSignal.timeout(30_000);
  const seen = processes.map((server, place) =>
    idsAt(server, readers[place]!, each * processes.length, stop),
  );
  await sleep(500);
  await Promise.all(
    processes.flatMap(({ url }, place) =>
      Array.from({ length: each }, (_, number) => publishIdea(url, writers[place]!, `Number ${number}`)),
    ),
  );
  const [one, ...others] = await Promise.all(seen);
  return one!.length === each * processes.length && others.every((ids) => ids.join() === one!.join());
};

/** The list as bare Node serves it, so that what a second process costs any server on this machine is known. */
const serveBarePair = async (server: BenchServer, token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  const body = await (await fetch(`${server.url}${LIST}`, { headers })).text();
  return Promise.all([serveBare(body), serveBare(body)]);
};

/** Alternates one and two warmed-up processes, so that only their number differs. */
const compare = async (servers: BenchServers, say: (line: string) => void) => {
  const first = await servers.start();
  const both = [first, await servers.startBeside(first)];
  const customer = await signIn(first.url, 'customer@demo.test', DEMO_CUSTOMER_PASSWORD);
  const educator = await signIn(first.url, 'educator1@demo.test', DEMO_EDUCATOR_PASSWORD);
  const bare = await serveBarePair(first, customer);
  const open = (processes: readonly { url: string }[]) => proxyTo(processes.map(({ url }) => url));
  const proxies = await Promise.all([[first], both, bare.slice(0, 1), bare].map(open));
  const [one, two, bareOne, bareTwo] = proxies.map(({ url }) => url) as [string, string, string, string];
  try {
    for (const server of [...both, ...bare]) perRequest([server], server.url, customer, WARM_UP_SECONDS);
    const ratios: Cost[] = [];
    for (let turn = 1; turn <= TURNS; turn++) {
      const alone = perRequest([first], one, customer, SECONDS);
      const together = perRequest(both, two, customer, SECONDS);
      const bareAlone = perRequest(bare.slice(0, 1), bareOne, customer, SECONDS);
      const bareTogether = perRequest(bare, bareTwo, customer, SECONDS);
      const aloneDelivery = await perDelivery([first], one, educator);
      const togetherDelivery = await perDelivery(both, two, educator);
      say(
        `one: ${alone.toFixed(1)} µs a request (bare Node ${bareAlone.toFixed(1)}), ${aloneDelivery.toFixed(1)} µs a delivery; two: ${together.toFixed(1)} µs (bare Node ${bareTogether.toFixed(1)}), ${togetherDelivery.toFixed(1)} µs`,
      );
      ratios.push({
        request: together / alone,
        bareRequest: bareTogether / bareAlone,
        delivery: togetherDelivery / aloneDelivery,
      });
    }
    const of = (name: keyof Cost) => median(ratios.map((ratio) => ratio[name]));
    return {
      request: of('request'),
      bareRequest: of('bareRequest'),
      delivery: of('delivery'),
      isSame: await sameOrder(both),
    };
  } finally {
    for (const server of [...proxies, ...bare]) await server.close();
  }
};

export const twoProcesses: Row = {
  id: 'S10',
  what: 'two processes behind a proxy against one PostgreSQL, compared with one process behind it',
  target: `server CPU per request and per delivery <= ${TARGET}x, the same order of events at every reader`,
  measure: async (say) => {
    requirePrograms('nginx', 'wrk');
    const servers = await openBenchServers();
    try {
      const { request, bareRequest, delivery, isSame } = await compare(servers, say);
      return {
        measured: `${request.toFixed(2)}x a request (bare Node ${bareRequest.toFixed(2)}x), ${delivery.toFixed(2)}x a delivery, order ${isSame ? 'the same' : 'NOT the same'} (medians of ${TURNS} turns, ${CONNECTIONS} connections and ${READERS.toLocaleString('en')} readers for each process)`,
        met: request <= TARGET && delivery <= TARGET && isSame,
      };
    } finally {
      await servers.close();
    }
  },
};
