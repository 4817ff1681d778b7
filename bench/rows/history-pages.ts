import { type BenchServer, insertCompleted, openBenchServers, signIn } from '../bench-servers.ts';
import { median, type Row } from '../row.ts';

const FEW = 1_000;
const MANY = 1_000_000;
const TIMES = 300;
const WARM_UP = 40;
const TARGET = 1.3;

const HISTORY = '/api/trade-ideas?market=Crypto&ideaType=Leverage&state=completed';

type Reader = { headers: Record<string, string>; url: string };

const read = async ({ url, headers }: Reader, path: string): Promise<Response> => {
  const answer = await fetch(url + path, { headers });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  await answer.arrayBuffer();
  return answer;
};
const createReader = async ({ url }: BenchServer): Promise<Reader> => ({
  url,
  headers: { authorization: `Bearer ${await signIn(url, 'customer@demo.test', 'learn-to-trade')}` },
});

/** The second page, one in the middle, and one per filter. */
const createPaths = async ({ database }: BenchServer, reader: Reader, count: number) => {
  const link = (await read(reader, HISTORY)).headers.get('link');
  const { rows } = await database.pool.query<{ id: string; at: Date }>(
    `select id, created_at as at from trade_ideas where market_type = 'Crypto' and idea_type = 'Leverage'
     order by created_at desc offset $1 limit 1`,
    [count / 2],
  );
  const { at, id } = rows[0]!;
  const middle = Buffer.from(`${at.toISOString()}_${id}`).toString('base64url');
  return {
    'first page': HISTORY,
    'second page': /<([^>]+)>/.exec(link ?? '')?.[1] ?? HISTORY,
    'middle page': `${HISTORY}&cursor=${middle}`,
    educator: `${HISTORY}&educatorId=4&limit=50`,
    result: `${HISTORY}&result=unsuccessful`,
    pair: `${HISTORY}&pair=btcusd`,
  };
};

const measureTime = async (reader: Reader, path: string): Promise<number> => {
  const since = performance.now();
  await read(reader, path);
  return performance.now() - since;
};

/** S6: the cost of a history page must not depend on the size of the history. */
export const historyPages: Row = {
  id: 'S6',
  what: `history page with ${MANY.toLocaleString('en')} completed ideas, against the same with ${FEW.toLocaleString('en')}`,
  target: `median ≤ ${TARGET}x`,
  measure: async (say) => {
    const servers = await openBenchServers();
    try {
      say(`inserting ${MANY} ideas`);
      const sides = [];
      for (const count of [FEW, MANY]) {
        const server = await servers.start((database) => insertCompleted(database, count));
        const reader = await createReader(server);
        sides.push({ reader, paths: await createPaths(server, reader, count) });
      }
      const [few, many] = sides as [(typeof sides)[0], (typeof sides)[0]];
      const ratios: string[] = [];
      let met = true;
      for (const kind of Object.keys(few.paths) as (keyof typeof few.paths)[]) {
        const times = { few: [] as number[], many: [] as number[] };
        // Alternating, so that load on the machine affects both.
        for (let turn = 0; turn < WARM_UP + TIMES; turn++) {
          const [a, b] = [
            await measureTime(few.reader, few.paths[kind]),
            await measureTime(many.reader, many.paths[kind]),
          ];
          if (turn < WARM_UP) continue;
          times.few.push(a);
          times.many.push(b);
        }
        const ratio = median(times.many) / median(times.few);
        met &&= ratio <= TARGET;
        ratios.push(`${kind} ${ratio.toFixed(2)}x (${median(times.many).toFixed(1)} ms)`);
        say(ratios.at(-1)!);
      }
      return { measured: ratios.join(', '), met };
    } finally {
      await servers.close();
    }
  },
};
