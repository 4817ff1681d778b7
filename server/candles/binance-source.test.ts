import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../contract/candles/candles.ts';
import { type PriceServer, startPriceServer } from '../testing/price-server.ts';
import { createBinanceSource } from './binance-source.ts';
import { SourceError } from './candle-source.ts';

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

const binance = (now = NOON + HOUR_MS) => createBinanceSource(server.url, () => new Date(now));
const row = (at: number, trades = 308) => [
  at,
  '1.0842',
  '1.0861',
  '1.0840',
  '1.0850',
  '12.5',
  at + MINUTE_MS - 1,
  '13.5',
  trades,
  '1.0',
  '1.0',
  '0',
];
const read = (from: number, to: number, now?: number) =>
  binance(now).readCandles('BTCUSDT', MINUTE_MS, { from, to }, signal);
const unknown = { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } };

it('finds exactly the pair', async () => {
  const listed = [
    { symbol: 'BTCUSDT', status: 'TRADING', baseAsset: 'BTC', quoteAsset: 'USDT' },
    { symbol: 'GONEUSDT', status: 'BREAK', baseAsset: 'GONE', quoteAsset: 'USDT' },
  ];
  server.answer((url) => {
    const symbols = listed.filter(({ symbol }) => symbol === url.searchParams.get('symbol'));
    return symbols.length > 0 ? { body: { timezone: 'UTC', symbols } } : unknown;
  });
  const source = binance();
  expect(await source.findSymbol('btc/usdt', signal)).toBe('BTCUSDT');
  // USDT is not USD.
  expect(await source.findSymbol('BTC/USD', signal)).toBeNull();
  expect(await source.findSymbol('BT/CUSDT', signal)).toBeNull();
  expect(await source.findSymbol('GONE/USDT', signal)).toBeNull();
  server.asked.length = 0;
  expect(await source.findSymbol('BTCUSDT', signal)).toBeNull();
  expect(server.asked).toEqual([]);
});

it('reads finished rows with trades, and covers gaps', async () => {
  const from = NOON - 4 * MINUTE_MS;
  server.answer({
    body: [row(from - MINUTE_MS), row(from), row(NOON - 2 * MINUTE_MS, 0), row(NOON - MINUTE_MS), row(NOON)],
  });
  const [series] = await read(from, NOON + MINUTE_MS, NOON + MINUTE_MS / 2);
  const prices = { open: '1.0842', high: '1.0861', low: '1.0840', close: '1.0850' };
  expect(series).toEqual({
    side: 'trade',
    interval: MINUTE_MS,
    candles: [from, NOON - MINUTE_MS].map((at) => ({ at, ...prices })),
    covered: [{ from, to: NOON }],
  });
});

it('asks for a thousand rows at once', async () => {
  server.answer({ body: [] });
  const from = NOON - 1_500 * MINUTE_MS;
  const [series] = await read(from, NOON);
  expect(series?.covered).toEqual([{ from, to: from + 1_000 * MINUTE_MS }]);
  expect(Object.fromEntries(server.asked[0]!.searchParams)).toEqual({
    symbol: 'BTCUSDT',
    interval: '1m',
    startTime: String(from),
    endTime: String(from + 1_000 * MINUTE_MS - 1),
    limit: '1000',
  });
});

it('answers nothing for a symbol that is gone, so that others go on', async () => {
  server.answer(unknown);
  expect(await read(NOON, NOON + MINUTE_MS)).toEqual([]);
});

it.each([
  ['a limit', { status: 429, headers: { 'retry-after': '30' }, body: { code: -1003 } }, 30_000],
  ['a ban', { status: 418, headers: { 'retry-after': '259200' }, body: { code: -1003 } }, 72 * HOUR_MS],
  ['a refused place', { status: 451, body: { code: 0, msg: 'Service unavailable' } }, 24 * HOUR_MS],
  ['a firewall', { status: 403, body: '<html>' }, 24 * HOUR_MS],
  ['another error', { status: 400, body: { code: -1120, msg: 'Invalid interval.' } }, MINUTE_MS],
  ['a failure', { status: 503, body: 'down' }, MINUTE_MS],
  ['no JSON', { body: '<html>' }, MINUTE_MS],
  ['another shape', { body: [[NOON, '1', '2']] }, MINUTE_MS],
  ['a price that is a number', { body: [[NOON, 1, 2, 1, 1]] }, MINUTE_MS],
])('is left alone after %s', async (_, given, waitMs) => {
  server.answer(given);
  const failure = await read(NOON, NOON + MINUTE_MS).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SourceError);
  expect((failure as SourceError).waitMs).toBe(waitMs);
});

it('says that the place is refused', async () => {
  server.answer({ status: 451, body: {} });
  await expect(read(NOON, NOON + MINUTE_MS)).rejects.toThrow(/answered 451: it refuses this server/);
});
