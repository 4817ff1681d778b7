import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CandleSeries, type CandleSide, HOUR_MS, MINUTE_MS } from '../../contract/candles/candles.ts';
import type { IdeaChart } from '../../contract/candles/idea-chart.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { type LatestPrice, PRICES_EVENT } from '../../contract/live-events.ts';
import type { Config } from '../../contract/shared/config.ts';
import { noNotifications } from '../ideas/idea-notifier.ts';
import { type PriceServer, startPriceServer } from '../testing/price-server.ts';
import { publish, publishHidden, startTestApp, type TestApp } from '../testing/test-app.ts';
import { testEnv } from '../testing/test-env.ts';
import { type CandleSource, SourceError } from './candle-source.ts';
import { ensureSymbol, insertSeries, selectSeries } from './candles-db.ts';
import { CandlesService } from './candles-service.ts';
import { createCandles } from './create-candles.ts';
import { createDemoPath } from './demo-source.ts';
import { createKrakenSource } from './kraken-source.ts';
import { createOandaSource } from './oanda-source.ts';
import { announcePricesOn } from './price-display.ts';

const { signal } = new AbortController();

describe('the sources', () => {
  let server: PriceServer;
  beforeAll(async () => {
    server = await startPriceServer();
  });
  afterEach(() => {
    server.asked.length = 0;
  });
  afterAll(() => server.close());

  const NOON = Date.parse('2026-11-20T12:00:00Z');
  const row = (at: number, close = '1.0850') => [
    at / 1_000,
    '1.0842',
    '1.0861',
    '1.0840',
    close,
    '1.0850',
    '12.5',
    7,
  ];

  describe('Kraken', () => {
    const kraken = () => createKrakenSource(server.url, () => new Date(NOON));
    const pairs = {
      error: [],
      result: {
        XXBTZUSD: { altname: 'XBTUSD', wsname: 'XBT/USD', status: 'online' },
        ZEURZUSD: { altname: 'EURUSD', wsname: 'EUR/USD', status: 'online' },
        GONEUSD: { altname: 'GONEUSD', wsname: 'GONE/USD', status: 'delisted' },
      },
    };

    it('finds a pair under its own names, and only exactly this one', async () => {
      server.answer({ body: pairs });
      const source = kraken();
      expect(await source.findSymbol('BTC/USD', signal)).toBe('XBTUSD');
      expect(await source.findSymbol('eur/usd', signal)).toBe('EURUSD');
      // USDT is not USD.
      expect(await source.findSymbol('BTC/USDT', signal)).toBeNull();
      expect(await source.findSymbol('GONE/USD', signal)).toBeNull();
      expect(server.asked).toHaveLength(1);
    });

    it('reads the rows under whatever key, without the unfinished one at the end', async () => {
      const from = NOON - 10 * MINUTE_MS;
      const rows: unknown[][] = [-11, -10, -8, 0].map((minutes) => row(NOON + minutes * MINUTE_MS));
      // Without a trade, it repeats the price before.
      rows.splice(2, 0, [...row(NOON - 9 * MINUTE_MS).slice(0, 7), 0]);
      server.answer({ body: { error: [], result: { XXBTZUSD: rows, last: 1 } } });
      const [series] = await kraken().readCandles('XBTUSD', MINUTE_MS, { from, to: NOON }, signal);
      expect(series).toEqual({
        side: 'trade',
        interval: MINUTE_MS,
        candles: [-10, -8].map((minutes) => ({
          at: NOON + minutes * MINUTE_MS,
          open: '1.0842',
          high: '1.0861',
          low: '1.0840',
          close: '1.0850',
        })),
        covered: [{ from, to: NOON }],
      });
      expect(Object.fromEntries(server.asked[0]!.searchParams)).toEqual({
        pair: 'XBTUSD',
        interval: '1',
        since: String(from / 1_000 - 60),
      });
    });

    it('does not count as covered what is older than its oldest row', async () => {
      const first = NOON - 719 * MINUTE_MS;
      const rows = Array.from({ length: 720 }, (_, index) => row(first + index * MINUTE_MS));
      server.answer({ body: { error: [], result: { XXBTZUSD: rows, last: 1 } } });
      const range = { from: first - HOUR_MS, to: NOON };
      const [series] = await kraken().readCandles('XBTUSD', MINUTE_MS, range, signal);
      expect(series?.covered).toEqual([{ from: first, to: NOON }]);
    });

    it('asks again for the last row, which is unfinished, where that of the minute after is not there yet', async () => {
      const from = NOON - 3 * MINUTE_MS;
      const rows = [-4, -3, -2, -1].map((minutes) => row(NOON + minutes * MINUTE_MS));
      server.answer({ body: { error: [], result: { XXBTZUSD: rows, last: 1 } } });
      const read = () => kraken().readCandles('XBTUSD', MINUTE_MS, { from, to: NOON }, signal);
      const [series] = await read();
      expect(series?.candles.map(({ at }) => at)).toEqual([from, from + MINUTE_MS]);
      expect(series?.covered).toEqual([{ from, to: NOON - MINUTE_MS }]);
      server.answer({ body: { error: [], result: { XXBTZUSD: [], last: 1 } } });
      expect((await read())[0]?.covered).toEqual([]);
    });

    it.each([
      ['an error with status 200', { body: { error: ['EQuery:Unknown asset pair'] } }, 60_000],
      ['a limit with status 200', { body: { error: ['EGeneral:Too many requests'] } }, 15 * MINUTE_MS],
      ['a limit with its status', { status: 429, headers: { 'retry-after': '30' }, body: '' }, 30_000],
      ['a failure', { status: 503, body: 'down' }, 60_000],
      ['no JSON', { body: '<html>' }, 60_000],
      ['another shape', { body: { error: [], result: { XXBTZUSD: [['a', 1]] } } }, 60_000],
      ['a price that is a number', { body: { error: [], result: { X: [[1, 2, 3, 4, 5]] } } }, 60_000],
      ['a body without an end', { body: `"${'x'.repeat(4_100_000)}"` }, 60_000],
    ])('is left alone after %s', async (_, given, waitMs) => {
      server.answer(given);
      const range = { from: NOON - HOUR_MS, to: NOON };
      const failure = await kraken()
        .readCandles('XBTUSD', MINUTE_MS, range, signal)
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(SourceError);
      expect((failure as SourceError).waitMs).toBe(waitMs);
    });
  });

  describe('OANDA', () => {
    const oanda = () => createOandaSource(server.url, 'the-token-of-the-operator', () => new Date(NOON));
    const prices = { o: '1.0842', h: '1.0861', l: '1.0840', c: '1.0850' };

    it('asks whether an instrument exists, with bid and ask and the token', async () => {
      server.answer({ body: { candles: [] } });
      expect(await oanda().findSymbol('EUR/USD', signal)).toBe('EUR_USD');
      expect(await oanda().findSymbol('SPX500', signal)).toBe('SPX500_USD');
      expect(server.asked[0]?.pathname).toBe('/v3/instruments/EUR_USD/candles');
      expect(server.asked[0]?.searchParams.get('price')).toBe('BA');
      server.answer({ status: 400, body: { errorMessage: "Invalid value specified for 'instrument'" } });
      expect(await oanda().findSymbol('ABC/XYZ', signal)).toBeNull();
      expect(await oanda().findSymbol('a/b/../c', signal)).toBeNull();
      server.answer({ status: 401, body: { errorMessage: 'Insufficient authorization' } });
      await expect(oanda().findSymbol('EUR/USD', signal)).rejects.toThrow('answered 401');
    });

    const candle = (at: number, complete: boolean) => ({
      complete,
      volume: 3,
      time: new Date(at).toISOString().replace('Z', '000000Z'),
      bid: prices,
      ask: { ...prices, c: '1.0853' },
    });
    it.each([
      ['one is unfinished', 0, [candle(NOON - MINUTE_MS, false)], NOON - MINUTE_MS],
      ['the newest may come late', 0, [], NOON - MINUTE_MS],
      ['the newest is there', 0, [candle(NOON - MINUTE_MS, true)], NOON],
      ['a minute without a price is over', 1, [], NOON],
    ])('covers minutes until the time that is certain: %s', async (_, minutes, rows, to) => {
      const from = NOON - 3 * MINUTE_MS;
      const late = createOandaSource(server.url, 'token', () => new Date(NOON + minutes * MINUTE_MS + 300));
      server.answer({ body: { candles: [candle(from, true), ...rows] } });
      for (const { covered } of await late.readCandles('EUR_USD', MINUTE_MS, { from, to: NOON }, signal))
        expect(covered).toEqual([{ from, to }]);
    });

    it('reads both sides, and at most five thousand at once', async () => {
      const from = NOON - 6_000 * MINUTE_MS;
      server.answer({ body: { candles: [candle(from, true)] } });
      const series = await oanda().readCandles('EUR_USD', MINUTE_MS, { from, to: NOON }, signal);
      const covered = [{ from, to: from + 5_000 * MINUTE_MS }];
      const rest = { open: '1.0842', high: '1.0861', low: '1.0840' };
      expect(series).toEqual([
        { side: 'bid', interval: MINUTE_MS, candles: [{ at: from, ...rest, close: '1.0850' }], covered },
        { side: 'ask', interval: MINUTE_MS, candles: [{ at: from, ...rest, close: '1.0853' }], covered },
      ] satisfies CandleSeries[]);
    });
  });
});

describe('the prices of the demo', () => {
  const published = Date.parse('2026-11-20T08:00:00Z');
  const at = (hours: number) => new Date(published + hours * HOUR_MS).toISOString();
  const story = (changes: Partial<TradeIdea>) =>
    createDemoPath([
      {
        pair: 'EUR/USD',
        order_type: 'BUY',
        entry_1: '100',
        invalidation_level: '90',
        exit_1: '115',
        exit_2: null,
        exit_3: null,
        status: 'active',
        result_level: null,
        result_at: null,
        closed_at: null,
        created_at: at(0),
        ...changes,
      },
    ]);
  const samples = (path: (at: number) => number, hours: number) =>
    Array.from({ length: hours * 60 }, (_, index) => path(published + index * MINUTE_MS));

  it('touch the entry of an open idea and neither exit nor invalidation', () => {
    const prices = samples(story({}), 400);
    expect(Math.min(...prices)).toBeLessThan(100);
    expect(Math.min(...prices)).toBeGreaterThan(90);
    expect(Math.max(...prices)).toBeLessThan(115);
  });

  it.each([
    ['successful', 'exit_1', (prices: number[]) => Math.max(...prices) >= 115 && Math.min(...prices) > 90],
    [
      'unsuccessful',
      'invalidation_level',
      (prices: number[]) => Math.min(...prices) <= 90 && Math.max(...prices) < 115,
    ],
  ] as const)('reach what a %s idea reports, at its time', (status, result_level, holds) => {
    const path = story({ status, result_level, result_at: at(40), closed_at: at(42) });
    expect(holds(samples(path, 42))).toBe(true);
    expect(holds(samples(path, 15))).toBe(false);
  });

  it('contradict one idea', () => {
    const path = story({ pair: 'GBP/AUD', status: 'successful', closed_at: at(42) });
    expect(Math.min(...samples(path, 42))).toBeLessThanOrEqual(90);
    expect(Math.max(...samples(path, 42))).toBeLessThan(115);
  });
});

describe('CandlesService', () => {
  let test: TestApp;
  let token: string;
  beforeAll(async () => {
    test = await startTestApp();
    token = await test.openSession('one@test.example');
  });
  afterAll(() => test.close());

  const log = pino({ level: 'silent' });
  let asked: { symbol: string; interval: number; minutes: number }[] = [];
  let failure: SourceError | undefined;
  afterEach(() => {
    asked = [];
    announced = [];
    failure = undefined;
  });
  const source: CandleSource = {
    name: 'demo',
    pauseMs: 0,
    minutesBackMs: 12 * HOUR_MS,
    hoursBackMs: 60 * 24 * HOUR_MS,
    findSymbol: async (pair) => {
      if (failure) throw failure;
      return pair.startsWith('EUR') || pair.startsWith('TEST') ? pair : null;
    },
    readCandles: async (symbol, interval, { from, to }) => {
      if (failure) throw failure;
      asked.push({ symbol, interval, minutes: (to - from) / MINUTE_MS });
      const candles = Array.from({ length: (to - from) / interval }, (_, index) => ({
        at: from + index * interval,
        open: '1.10',
        high: '1.30',
        low: '1.00',
        close: '1.20',
      }));
      return [{ side: 'trade', interval, candles, covered: [{ from, to }] }];
    },
  };
  let now = Date.now();
  let announced: [string, object][] = [];
  const hub = { announceState: (event: string, state: object) => void announced.push([event, state]) };
  const clock = () => new Date(now);
  const service = (from = source) =>
    new CandlesService(test.database.db, [from], {
      clock,
      log,
      notifier: noNotifications,
      announcePrices: announcePricesOn(test.database.db, hub),
    });
  const read = (id: string, candles: CandlesService) => candles.readChart(test.people.customer, id);

  it('reads minutes as far as there are, hours before, and each range once', async () => {
    const { id } = await publish(test, token, { pair: 'EUR/USD' });
    const candles = service();
    await candles.collect();
    expect(asked.map(({ interval }) => interval)).toEqual([MINUTE_MS, HOUR_MS]);
    expect(asked.reduce((sum, { minutes }) => sum + minutes, 0)).toBeGreaterThanOrEqual(24 * 60);
    await candles.collect();
    expect(asked).toHaveLength(2);
    now += 3 * MINUTE_MS;
    await candles.collect();
    expect(asked.at(-1)).toEqual({ symbol: 'EUR/USD', interval: MINUTE_MS, minutes: 3 });
    const chart = await read(id, candles);
    expect(chart).toMatchObject({
      source: 'Demo prices',
      symbol: 'EUR/USD',
      side: 'trade',
      interval: MINUTE_MS,
    });
    expect(chart?.candles.length).toBeGreaterThan(100);
    // Each of these candles spans all levels.
    expect(chart?.result?.certainty).toBe('cannot tell');
    expect(chart?.touches.map(({ level }) => level)).toContain('exit_3');
    expect(chart?.candles[0]).toMatchObject({ open: '1.10', high: '1.30', low: '1.00', close: '1.20' });
  });

  it('shows hours of a time of which there are no minutes', async () => {
    const { id } = await publish(test, token, { pair: 'EUR/CHF' });
    await test.database.pool.query(
      "update trade_ideas set created_at = now() - interval '3 days', closed_at = now() - interval '2 days' where id = $1",
      [id],
    );
    const candles = service();
    await candles.collect();
    const chart = await read(id, candles);
    expect(chart?.interval).toBe(HOUR_MS);
    expect(chart?.candles.length).toBeGreaterThan(24);
  });

  it('lets one process read an instrument', async () => {
    await publish(test, token, { pair: 'EUR/GBP' });
    await Promise.all([service().collect(), service().collect()]);
    const reads = asked.filter(({ symbol }) => symbol === 'EUR/GBP');
    expect(reads.map(({ interval }) => interval)).toEqual([MINUTE_MS, HOUR_MS]);
  });

  it('has no chart without an instrument, and none of what a viewer may not see', async () => {
    const { id } = await publish(test, token, { pair: 'ABC/XYZ' });
    const hidden = await publishHidden(test);
    const candles = service();
    await candles.collect();
    expect(await read(id, candles)).toBeNull();
    await expect(read(hidden.id, candles)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const answer = await test.call<IdeaChart | null>('GET', `/api/trade-ideas/${id}/candles`, { token });
    expect(answer).toMatchObject({ status: 200, body: null });
  });

  it('leaves a source alone that asked for it, says why, and goes on afterwards', async () => {
    const { id } = await publish(test, token, { pair: 'EUR/CAD' });
    const candles = service();
    failure = new SourceError('too many', 5 * MINUTE_MS);
    await candles.collect();
    failure = undefined;
    now += MINUTE_MS;
    await candles.collect();
    expect(asked).toEqual([]);
    expect(candles.listSources()).toEqual([{ name: 'demo', problem: 'too many' }]);
    now += 5 * MINUTE_MS;
    expect(candles.listSources()).toEqual([{ name: 'demo', problem: null }]);
    await candles.collect();
    expect(asked.some(({ symbol }) => symbol === 'EUR/CAD')).toBe(true);
    expect((await read(id, candles))?.symbol).toBe('EUR/CAD');
  });

  it('keeps hours of minutes that no idea needs any more', async () => {
    await publish(test, token, { pair: 'EUR/NOK' });
    const candles = service();
    await candles.collect();
    const count = async (interval: number) => {
      const { rows } = await test.database.pool.query(
        `select count(*)::int as count from candles c join candle_symbols s on s.id = c.symbol_id
         where s.name = 'EUR/NOK' and c.interval = $1`,
        [interval],
      );
      return rows[0].count as number;
    };
    const hours = await count(HOUR_MS);
    expect(await count(MINUTE_MS)).toBeGreaterThan(600);
    await candles.removeOld();
    expect(await count(MINUTE_MS)).toBeGreaterThan(600);
    await test.database.pool.query(
      "update trade_ideas set closed_at = now() - interval '40 days' where pair = 'EUR/NOK'",
    );
    await candles.removeOld();
    expect(await count(MINUTE_MS)).toBeLessThan(60);
    expect(await count(HOUR_MS)).toBeGreaterThan(hours + 10);
    // A minute that is covered and not there would mean that nothing was traded.
    const { rows } = await test.database.pool.query(
      `select min(g.since)::float8 as since, (select min(at)::float8 from candles c where c.symbol_id = s.id and c.interval = $1) as at
       from candle_symbols s join candle_coverage g on g.symbol_id = s.id and g.interval = $1
       where s.name = 'EUR/NOK' group by s.id`,
      [MINUTE_MS],
    );
    expect(rows[0]?.since).toBe(rows[0]?.at);
  });

  it('covers no time of a side in which only the other one has a candle', async () => {
    const { db } = test.database;
    const id = await ensureSymbol(db, { source: 'files', name: 'SIDES/USD' });
    const give = (side: CandleSide, minutes: number[]) =>
      db.transaction((tx) =>
        insertSeries(tx, id, {
          side,
          interval: MINUTE_MS,
          candles: minutes.map((at) => ({ at: at * MINUTE_MS, open: '1', high: '1', low: '1', close: '1' })),
          covered: [{ from: 0, to: 10 * MINUTE_MS }],
        }),
      );
    await give('bid', [0, 1, 2]);
    await give('ask', [0]);
    const series = await selectSeries(db, id, { from: 0, to: 10 * MINUTE_MS });
    expect(series.map(({ side, covered }) => [side, covered])).toEqual([
      [
        'ask',
        [
          { from: 0, to: MINUTE_MS },
          { from: 3 * MINUTE_MS, to: 10 * MINUTE_MS },
        ],
      ],
      ['bid', [{ from: 0, to: 10 * MINUTE_MS }]],
    ]);
  });
  describe('the newest prices', () => {
    const newest = () => announced.at(-1)?.[1] as Record<string, LatestPrice>;
    /** As in a process that finds every instrument claimed by another one. */
    const reading = { ...source, readCandles: async () => [] };

    it('are announced of the pairs with an open idea that everybody may see', async () => {
      const { id } = await publish(test, token, { pair: 'EUR/SEK' });
      await publishHidden(test, { pair: 'TEST/SEK' });
      await service().collect();
      const at = Math.floor(now / MINUTE_MS) * MINUTE_MS;
      expect(announced.map(([event]) => event)).toEqual([PRICES_EVENT]);
      expect(newest()['EUR/SEK']).toEqual({ price: '1.20', at, source: 'Demo prices' });
      expect(Object.keys(newest())).not.toContain('TEST/SEK');
      const { rows } = await test.database.pool.query(
        "select count(*)::int as count from candles c join candle_symbols s on s.id = c.symbol_id where s.name = 'TEST/SEK'",
      );
      expect(rows[0].count).toBeGreaterThan(0);
      await service(reading).collect();
      expect(announced[1]).toEqual(announced[0]);
      await test.database.pool.query('update trade_ideas set closed_at = now() where id = $1', [id]);
      await service(reading).collect();
      expect(Object.keys(newest())).not.toContain('EUR/SEK');
    });

    it('are the middle of bid and ask, with the decimals these have', async () => {
      await publish(test, token, { pair: 'EUR/PLN' });
      await service().collect();
      const at = Math.floor(now / MINUTE_MS) * MINUTE_MS;
      await test.database.pool.query(
        `insert into candles (symbol_id, side, interval, at, open, high, low, close)
         select id, side, $1, $2, 1, 2, 1, close from candle_symbols,
           (values ('bid', 1.0850), ('ask', 1.08530)) prices (side, close) where name = 'EUR/PLN'`,
        [MINUTE_MS, at],
      );
      await service(reading).collect();
      expect(newest()['EUR/PLN']).toEqual({ price: '1.08515', at: at + MINUTE_MS, source: 'Demo prices' });
    });

    it('are not announced without a source for them', async () => {
      await service({ ...reading, name: 'kraken' }).collect();
      expect(announced).toEqual([]);
    });
  });

  it.each([
    ['on', 1],
    ['off', 0],
  ])('with PRICE_DISPLAY=%s', async (PRICE_DISPLAY, events) => {
    const { id } = await publish(test, token, { pair: `PATH/${PRICE_DISPLAY}` });
    const env = testEnv({ CANDLE_SOURCES: 'demo', PRICE_DISPLAY });
    const candles = createCandles(test.database.db, env, hub, { clock, log, notifier: noNotifications });
    await candles.collect();
    expect(announced).toHaveLength(events);
    const chart = await read(id, candles);
    expect(chart).toMatchObject({ source: 'Demo prices', result: { outcomes: expect.anything() } });
    expect((chart?.candles.length ?? 0) > 0).toBe(events === 1);
  });
});

it.each([
  [{ CANDLE_SOURCES: 'demo' }, true],
  [{ CANDLE_SOURCES: 'demo', PRICE_DISPLAY: 'off' }, false],
  [{ CANDLE_SOURCES: 'off' }, false],
])('tells browsers whether ideas may have a price: %o', async (settings, prices) => {
  const test = await startTestApp({ settings });
  const answer = await test.call<Config>('GET', '/api/config');
  expect(answer.body.prices).toBe(prices);
  await test.close();
});
