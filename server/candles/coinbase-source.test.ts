import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../contract/candles/candles.ts';
import { type PriceServer, startPriceServer } from '../testing/price-server.ts';
import { SourceError } from './candle-source.ts';
import { createCoinbaseSource } from './coinbase-source.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const { signal } = new AbortController();
let server: PriceServer;
beforeAll(async () => {
  server = await startPriceServer();
});
afterEach(() => {
  server.asked.length = 0;
});
afterAll(() => server.close());

const coinbase = (now = NOON + HOUR_MS) => createCoinbaseSource(server.url, () => new Date(now));
/** [time, low, high, open, close, volume] */
const row = (at: number) => [at / 1_000, 1.08, 1.09, 1.085, 1.088, 12.5];
const read = (from: number, to: number, now?: number) =>
  coinbase(now).readCandles('BTC-USD', MINUTE_MS, { from, to }, signal);

it('finds exactly the pair', async () => {
  server.answer((url) => {
    const [base_currency, quote_currency] = url.pathname.split('/').at(-1)!.split('-');
    const status = base_currency === 'GONE' ? 'delisted' : 'online';
    if (quote_currency === 'USDC') return { body: { base_currency, quote_currency: 'USD', status } };
    if (quote_currency !== 'USD') return { status: 404, body: { message: 'NotFound' } };
    return { body: { base_currency, quote_currency, status } };
  });
  const source = coinbase();
  expect(await source.findSymbol('btc/usd', signal)).toBe('BTC-USD');
  expect(await source.findSymbol('BTC/USDT', signal)).toBeNull();
  expect(await source.findSymbol('BTC/USDC', signal)).toBeNull();
  expect(await source.findSymbol('GONE/USD', signal)).toBeNull();
  server.asked.length = 0;
  expect(await source.findSymbol('BTCUSD', signal)).toBeNull();
  expect(await source.findSymbol('../orders/USD', signal)).toBeNull();
  expect(server.asked).toEqual([]);
});

it('reads rows that come newest first, with gaps, others than asked for, and unfinished ones', async () => {
  const from = NOON - 3 * MINUTE_MS;
  const rows = [0, -1, -3, -4].map((minutes) => row(NOON + minutes * MINUTE_MS));
  server.answer({ body: rows });
  const prices = { open: '1.085', high: '1.09', low: '1.08', close: '1.088' };
  // At half past the minute that has begun at noon.
  const [series] = await read(from, NOON + MINUTE_MS, NOON + MINUTE_MS / 2);
  expect(series).toEqual({
    side: 'trade',
    interval: MINUTE_MS,
    candles: [-3, -1].map((minutes) => ({ at: NOON + minutes * MINUTE_MS, ...prices })),
    covered: [{ from, to: NOON }],
  });
});

it('covers a silent time only when its row can no longer come', async () => {
  const from = NOON - 3 * MINUTE_MS;
  server.answer({ body: [row(from)] });
  expect((await read(from, NOON, NOON))[0]?.covered).toEqual([{ from, to: NOON - MINUTE_MS }]);
  expect((await read(from, NOON, NOON + MINUTE_MS))[0]?.covered).toEqual([{ from, to: NOON }]);
  server.answer({ body: [] });
  expect((await read(NOON - MINUTE_MS, NOON, NOON))[0]?.covered).toEqual([]);
});

it('asks for three hundred rows at once, both ends included', async () => {
  server.answer({ body: [] });
  const from = NOON - 10 * HOUR_MS;
  const [series] = await read(from, NOON);
  expect(series?.covered).toEqual([{ from, to: from + 300 * MINUTE_MS }]);
  expect(Object.fromEntries(server.asked[0]!.searchParams)).toEqual({
    granularity: '60',
    start: '2026-11-20T02:00:00.000Z',
    end: '2026-11-20T06:59:00.000Z',
  });
});

it('keeps each digit of a number, without an exponent', async () => {
  server.answer({ body: `[[${NOON / 1_000},8.12e-6,100000.123456789012,8.2e-06,1E3,7]]` });
  const [series] = await read(NOON, NOON + MINUTE_MS);
  expect(series?.candles).toEqual([
    { at: NOON, open: '0.0000082', high: '100000.123456789012', low: '0.00000812', close: '1000' },
  ]);
});

it('answers nothing for a product that is gone, so that others go on', async () => {
  server.answer({ status: 404, body: { message: 'NotFound' } });
  expect(await read(NOON, NOON + MINUTE_MS)).toEqual([]);
});

it.each([
  ['a limit', { status: 429, body: { message: 'Public rate limit exceeded' } }, MINUTE_MS],
  ['a limit with a time', { status: 429, headers: { 'retry-after': '7' }, body: '' }, 7_000],
  ['too large a range', { status: 400, body: { message: 'granularity too small' } }, MINUTE_MS],
  ['a refused place', { status: 403, body: 'no' }, 24 * HOUR_MS],
  ['a failure', { status: 502, body: '<html>' }, MINUTE_MS],
  ['no JSON', { body: '<html>' }, MINUTE_MS],
  ['another shape', { body: { rows: [] } }, MINUTE_MS],
  ['a row without a price', { body: [[NOON / 1_000, 1, 2, null, 1]] }, MINUTE_MS],
  ['a price with too many digits', { body: `[[${NOON / 1_000},1e-13,1,1,1]]` }, MINUTE_MS],
])('is left alone after %s', async (_, given, waitMs) => {
  server.answer(given);
  const failure = await read(NOON, NOON + MINUTE_MS).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SourceError);
  expect((failure as SourceError).waitMs).toBe(waitMs);
});
