import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_CUSTOMER_PASSWORD, DEMO_EDUCATOR_PASSWORD } from '../../server/demo/demo-people.ts';
import {
  type BenchServer,
  type BenchServers,
  cpuOf,
  openBenchServers,
  openSessions,
  publishIdea,
  signIn,
} from '../bench-servers.ts';
import { needPrograms, proxyTo } from '../nginx.ts';
import type { Row } from '../row.ts';
import { markOf, openSwarm } from '../streams/swarm.ts';

const READERS = 2_000;
const CHANGES = 20;
const SECONDS = 5;
const TARGET = 1.1;

type Cost = { perRequest: number; perDelivery: number };

const cpuOfAll = (servers: readonly BenchServer[]) => servers.reduce((sum, { pid }) => sum + cpuOf(pid), 0);

/** CPU time of all processes together, behind one proxy: per hot read, and per delivery of a change. */
const costOf = async (processes: readonly BenchServer[]): Promise<Cost> => {
  const proxy = await proxyTo(processes.map(({ url }) => url));
  try {
    const [first] = processes as readonly [BenchServer];
    const customer = await signIn(proxy.url, 'customer@demo.test', DEMO_CUSTOMER_PASSWORD);
    const educator = await signIn(proxy.url, 'educator1@demo.test', DEMO_EDUCATOR_PASSWORD);
    const wrk = (seconds: number) =>
      execFileSync(
        'wrk',
        [
          '-t1',
          '-c32',
          `-d${seconds}s`,
          '-H',
          `Authorization: Bearer ${customer}`,
          `${proxy.url}/api/trade-ideas?market=Forex&state=active`,
        ],
        { encoding: 'utf8' },
      );
    wrk(2);
    const beforeReads = cpuOfAll(processes);
    const said = wrk(SECONDS);
    const requests = Number(/(\d+) requests in/.exec(said)?.[1]);
    if (!(requests > 0) || /Non-2xx/.test(said)) throw new Error(`wrk said:\n${said}`);
    const perRequest = (cpuOfAll(processes) - beforeReads) / requests;

    const tokens = await openSessions(first, READERS);
    const swarm = await openSwarm(`${proxy.url}/api/live`, { count: READERS, tokens });
    const publish = async (number: number) => {
      await publishIdea(proxy.url, educator, `${markOf(number)} ${'Reasons of an idea. '.repeat(30)}`);
      await swarm.delivered(number);
    };
    for (let number = 1; number <= 3; number++) await publish(number);
    const beforeEvents = cpuOfAll(processes);
    for (let number = 4; number < 4 + CHANGES; number++) await publish(number);
    const perDelivery = (cpuOfAll(processes) - beforeEvents) / (CHANGES * READERS);
    await swarm.close();
    return { perRequest, perDelivery };
  } finally {
    await proxy.close();
  }
};

/** What one reader of a process is told while ideas are published at once through both. */
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

const measured = async (servers: BenchServers, say: (line: string) => void) => {
  const first = await servers.start();
  const one = await costOf([first]);
  const second = await servers.startBeside(first);
  const two = await costOf([first, second]);
  const isSame = await sameOrder([first, second]);
  for (const [name, cost] of Object.entries({ one, two }))
    say(`${name}: ${cost.perRequest.toFixed(1)} µs a request, ${cost.perDelivery.toFixed(1)} µs a delivery`);
  return { request: two.perRequest / one.perRequest, delivery: two.perDelivery / one.perDelivery, isSame };
};

export const twoProcesses: Row = {
  id: 'S10',
  what: 'two processes behind a proxy against one PostgreSQL, compared with one process behind it',
  target: `server CPU per request and per delivery <= ${TARGET}x, the same order of events at every reader`,
  measure: async (say) => {
    needPrograms('nginx', 'wrk');
    const servers = await openBenchServers();
    try {
      const { request, delivery, isSame } = await measured(servers, say);
      return {
        measured: `${request.toFixed(2)}x a request, ${delivery.toFixed(2)}x a delivery, order ${isSame ? 'the same' : 'NOT the same'}`,
        met: request <= TARGET && delivery <= TARGET && isSame,
      };
    } finally {
      await servers.close();
    }
  },
};
