import { execFileSync } from 'node:child_process';
import { DEMO_CUSTOMER_PASSWORD } from '../../server/demo/demo-people.ts';
import { serveBare } from '../bare.ts';
import { openBenchServers, readCpuTime, signIn } from '../bench-servers.ts';
import { requirePrograms, serveFile } from '../nginx.ts';
import { type Finding, median, type Row } from '../row.ts';

const IDEAS = 30;
const CONNECTIONS = 64;
const SECONDS = 4;
/** Alternating rounds, so that drift of the machine affects all. */
const ROUNDS = 5;
const WARM_UP = 2;
/** Of nginx's requests per second; bare Node reaches 0.85 and 0.79. */
const TARGET = 0.6;

type Poll = { url: string; headers: Record<string, string>; pid: number };
/** Requests per second, and the server's CPU time per request in microseconds. */
type Speed = { rate: number; cpu: number };

/** Fails on any unexpected response. wrk uses one thread and leaves a core to the server. */
const measureSpeed = ({ url, headers, pid }: Poll): Speed => {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const before = readCpuTime(pid);
  const output = execFileSync('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}s`, ...named, url], {
    encoding: 'utf8',
  });
  const [, requests] = /(\d+) requests in/.exec(output) ?? [];
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(output) ?? [];
  if (!requests || !rate || /Socket errors|Non-2xx/.test(output)) throw new Error(`wrk said:\n${output}`);
  return { rate: Number(rate), cpu: (readCpuTime(pid) - before) / Number(requests) };
};

const formatSpeed = ({ rate, cpu }: Speed) => `${Math.round(rate)} (${cpu.toFixed(1)} µs)`;

/**
 * Compares requests per second with nginx, and CPU time with minimal Node, which load from others does not affect.
 */
const compare = (ours: Poll, bare: Poll, theirs: Poll, say: (line: string) => void) => {
  // Node compiles what it runs often: the first turns of both are slower, and not counted.
  const rounds = Array.from({ length: WARM_UP + ROUNDS }, () => {
    const [a, b, c] = [ours, bare, theirs].map(measureSpeed) as [Speed, Speed, Speed];
    say(`ours ${formatSpeed(a)}, bare Node ${formatSpeed(b)}, nginx ${formatSpeed(c)}`);
    return { ours: a.rate / c.rate, bare: b.rate / c.rate, cpu: a.cpu / b.cpu };
  }).slice(WARM_UP);
  const of = (name: 'ours' | 'bare' | 'cpu') => median(rounds.map((round) => round[name]));
  return { ours: of('ours'), bare: of('bare'), cpu: of('cpu') };
};

const fetchEtag = async ({ url, headers }: Poll, status: number): Promise<string> => {
  const answer = await fetch(url, { headers });
  const etag = answer.headers.get('etag');
  if (!etag) throw new Error(`${url} has no ETag`);
  const again = await fetch(url, { headers: { ...headers, 'if-none-match': etag } });
  if (again.status !== status) throw new Error(`${url} answered ${again.status}`);
  return etag;
};

/** The signed-in active list of 30 ideas, against nginx serving the same bytes as a file. */
const measureWith = async (poll: 'whole' | '304', say: (line: string) => void): Promise<Finding> => {
  requirePrograms('nginx', 'wrk');
  const servers = await openBenchServers();
  try {
    const { url, pid } = await servers.start(async ({ pool }) => {
      await pool.query(
        "update trade_ideas set status = 'successful' where status not in ('successful', 'unsuccessful')",
      );
      await pool.query(
        "update trade_ideas set status = 'active', market_type = 'Forex' where id in (select id from trade_ideas where educator_id <> '9' limit $1)",
        [IDEAS],
      );
    });
    const token = await signIn(url, 'customer@demo.test', DEMO_CUSTOMER_PASSWORD);
    const ours: Poll = {
      url: `${url}/api/trade-ideas?market=Forex&state=active`,
      headers: { authorization: `Bearer ${token}` },
      pid,
    };
    const body = await (await fetch(ours.url, { headers: ours.headers })).text();
    say(`${JSON.parse(body).length} ideas, ${body.length} bytes`);
    const [nginx, bare] = [await serveFile(body), await serveBare(body)];
    try {
      const theirs: Poll = { url: `${nginx.url}/list.json`, headers: {}, pid: nginx.workerPid() };
      const least: Poll = { url: `${bare.url}/list.json`, headers: {}, pid: bare.pid };
      const polls = [ours, least, theirs] as const;
      const tags = poll === '304' ? await Promise.all(polls.map((each) => fetchEtag(each, 304))) : [];
      const withTag = (request: Poll, etag: string | undefined): Poll =>
        etag ? { ...request, headers: { ...request.headers, 'if-none-match': etag } } : request;
      const [a, b, c] = polls.map((each, place) => withTag(each, tags[place])) as [Poll, Poll, Poll];
      const found = compare(a, b, c, say);
      return {
        measured: `${found.ours.toFixed(2)} of nginx's requests a second; Node with nothing above it: ${found.bare.toFixed(2)}, and ours takes ${found.cpu.toFixed(2)}x of its CPU (medians of ${ROUNDS} turns)`,
        met: found.ours >= TARGET,
      };
    } finally {
      await bare.close();
      await nginx.close();
    }
  } finally {
    await servers.close();
  }
};

export const cachedListRow: Row = {
  id: 'S1',
  what: `signed-in GET of an active list, ${IDEAS} ideas, ${CONNECTIONS} connections`,
  target: `>= ${TARGET} of nginx`,
  measure: (say) => measureWith('whole', say),
};

export const cachedPollRow: Row = {
  id: 'S2',
  what: 'the same as a poll, 304',
  target: `>= ${TARGET} of nginx`,
  measure: (say) => measureWith('304', say),
};
