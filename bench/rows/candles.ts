import pino from 'pino';
import { type Candle, type CandleSeries, MINUTE_MS } from '../../contract/candles/candles.ts';
import { findTouches } from '../../contract/candles/find-touches.ts';
import type { Levels } from '../../contract/ideas/levels.ts';
import { newIdea } from '../../contract/publishing/idea-writing.ts';
import type { CandleSource } from '../../server/candles/candle-source.ts';
import { CandlesService } from '../../server/candles/candles-service.ts';
import type { Database } from '../../server/database/database.ts';
import { users } from '../../server/database/schema.ts';
import { seedDemo } from '../../server/demo/seed-demo.ts';
import { noNotifications } from '../../server/ideas/idea-notifier.ts';
import { createIdea, IdeasService } from '../../server/ideas/ideas-service.ts';
import { openBenchServers } from '../bench-servers.ts';
import { median, type Row } from '../row.ts';

const CANDLES = 1_000_000;
const [IDEAS, SYMBOLS] = [1_000, 40];
/** The first ones look for instruments and read two days; the others are as every minute is. */
const [FIRST_ROUNDS, ROUNDS] = [12, 20];
const AGE_MS = 48 * 60 * MINUTE_MS;

/** A price that goes up and down by a twentieth within half a day; each instrument at another time. */
const priceAt = (at: number): number =>
  100 + 5 * Math.sin(at / (115 * MINUTE_MS)) + Math.sin(at / MINUTE_MS) / 10;

const createCandle = (at: number, shift: number): Candle => {
  const [open, close] = [priceAt(at + shift), priceAt(at + shift + MINUTE_MS)];
  const text = (price: number) => price.toFixed(4);
  return {
    at,
    open: text(open),
    high: text(Math.max(open, close) + 0.05),
    low: text(Math.min(open, close) - 0.05),
    close: text(close),
  };
};

/** `number` is the instrument's. */
const createSeries = (from: number, to: number, number = 0): CandleSeries => ({
  side: 'trade',
  interval: MINUTE_MS,
  candles: Array.from({ length: (to - from) / MINUTE_MS }, (_, index) =>
    createCandle(from + index * MINUTE_MS, number * 18 * MINUTE_MS),
  ),
  covered: [{ from, to }],
});

const createLevels = (entry: number): Levels => ({
  order_type: 'BUY',
  entry_1: entry.toFixed(2),
  entry_2: null,
  invalidation_level: (entry - 3).toFixed(2),
  exit_1: (entry + 3).toFixed(2),
  exit_2: (entry + 6).toFixed(2),
  exit_3: null,
});

/** Seconds for all touches of an idea that stood open over all candles, and none of which ends it. */
const measureFunction = (): number => {
  const series = createSeries(0, CANDLES * MINUTE_MS);
  const plan = { ...createLevels(100), invalidation_level: '50', exit_1: '150', exit_2: '160' };
  const timeline = { plan, spans: [{ from: 0, to: CANDLES * MINUTE_MS, levels: plan }] };
  const begin = performance.now();
  const { touches } = findTouches(timeline, [series]);
  if (touches.length !== 1) throw new Error(`Found ${touches.length} touches`);
  return (performance.now() - begin) / 1_000;
};

const source: CandleSource = {
  name: 'demo',
  pauseMs: 0,
  minutesBackMs: AGE_MS,
  hoursBackMs: AGE_MS,
  findSymbol: async (pair) => (/^S\d\d/.test(pair) ? pair : null),
  readCandles: async (symbol, _interval, { from, to }) => [
    createSeries(from, to, Number(symbol.slice(1, 3))),
  ],
};

const publishIdeas = async ({ db }: Database, at: Date): Promise<void> => {
  const author = (await db.select().from(users)).find(({ educatorId }) => educatorId === '1')!;
  const service = new IdeasService(
    db,
    { waitUntilApplied: async () => undefined },
    () => at,
    noNotifications,
  );
  for (let number = 0; number < IDEAS; number++) {
    const levels = createLevels(94 + (number % 12));
    const pair = `S${String(number % SYMBOLS).padStart(2, '0')}/USD`;
    const input = newIdea.parse({
      ...levels,
      pair,
      time_frame: '4H',
      idea_type: 'Leverage',
      market_type: 'Crypto',
    });
    await db.transaction((tx) =>
      service.createInTransaction(tx, author, createIdea(author, input, 'active', at)),
    );
  }
};

/** CPU seconds of this process for a round over all instruments, medians of three parts of the rounds. */
const measureRounds = async (database: Database): Promise<number> => {
  let now = new Date();
  const service = new CandlesService(database.db, [source], {
    clock: () => now,
    log: pino({ level: 'warn' }),
    notifier: noNotifications,
    announcePrices: null,
  });
  const rounds = async (count: number): Promise<number> => {
    const { user, system } = process.cpuUsage();
    for (let round = 0; round < count; round++) {
      now = new Date(now.getTime() + MINUTE_MS);
      await service.collect();
    }
    const used = process.cpuUsage();
    return (used.user + used.system - user - system) / 1e6 / count;
  };
  await rounds(FIRST_ROUNDS);
  return median([await rounds(ROUNDS), await rounds(ROUNDS), await rounds(ROUNDS)]);
};

export const candles: Row = {
  id: 'P1',
  what: `touches in ${CANDLES} candles; a minute of ${IDEAS} open ideas on ${SYMBOLS} symbols`,
  target: '<= 1 s; < 1 % of a core',
  measure: async (say) => {
    const seconds = median([measureFunction(), measureFunction(), measureFunction()]);
    say(`${CANDLES} candles in ${seconds.toFixed(2)} s`);
    const servers = await openBenchServers();
    try {
      const database = await servers.openDatabase();
      await seedDemo(database.db, new Date(), async () => undefined);
      await publishIdeas(database, new Date(Date.now() - AGE_MS));
      await database.pool.query('vacuum (analyze)');
      const share = (await measureRounds(database)) / 60;
      const measured = `${seconds.toFixed(2)} s (median of 3); ${(100 * share).toFixed(2)} % of a core (median of 3)`;
      return { measured, met: seconds <= 1 && share < 0.01 };
    } finally {
      await servers.close();
    }
  },
};
