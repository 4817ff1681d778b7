import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../contract/candles/candles.ts';
import { noNotifications } from '../ideas/idea-notifier.ts';
import { type PriceServer, startPriceServer } from '../testing/price-server.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';
import { createBinanceSource } from './binance-source.ts';
import { CandlesService } from './candles-service.ts';
import { createCoinbaseSource } from './coinbase-source.ts';

let test: TestApp;
let binance: PriceServer;
let coinbase: PriceServer;
beforeEach(async () => {
  [test, binance, coinbase] = await Promise.all([startTestApp(), startPriceServer(), startPriceServer()]);
});
afterEach(() => Promise.all([test.close(), binance.close(), coinbase.close()]));

it.each([
  ['does not answer', false],
  ['stops within its answer', true],
])('gives up a source that %s after 10 s, while others go on', async (_, sendsHead) => {
  let now = Date.now();
  const clock = () => new Date(now);
  const candles = new CandlesService(
    test.database.db,
    [createBinanceSource(binance.url, clock), createCoinbaseSource(coinbase.url, clock)].map((source) => ({
      ...source,
      pauseMs: 0,
    })),
    { clock, log: pino({ level: 'silent' }), notifier: noNotifications, announcePrices: null },
  );
  const symbols = [{ symbol: 'BTCUSDT', status: 'TRADING', baseAsset: 'BTC', quoteAsset: 'USDT' }];
  binance.answer((url) =>
    url.pathname.endsWith('exchangeInfo')
      ? { body: { symbols: url.searchParams.get('symbol') === 'BTCUSDT' ? symbols : [] } }
      : { body: [] },
  );
  coinbase.answer((url) => ({
    body: url.pathname.endsWith('candles')
      ? []
      : { base_currency: 'ETH', quote_currency: 'USD', status: 'online' },
  }));
  const token = await test.openSession('one@test.example');
  const frozen = await publish(test, token, { pair: 'BTC/USDT' });
  await publish(test, token, { pair: 'ETH/USD' });
  await candles.collect();

  // The clock of the timeout is the test's: it ends when the source has been called.
  const limits: number[] = [];
  const timeout = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    limits.push(milliseconds);
    return timeout.signal;
  });
  now += MINUTE_MS;
  for (const server of [binance, coinbase]) server.asked.length = 0;
  const called = new Promise<void>((resolve) => {
    binance.answer((__, response) => {
      if (sendsHead) response.write('[');
      resolve();
      return undefined;
    });
  });
  const round = candles.collect();
  await called;
  // Nothing else waits for it.
  expect((await candles.readChart(test.people.customer, frozen.id))?.symbol).toBe('BTCUSDT');
  await publish(test, token, { pair: 'XRP/USD' });
  timeout.abort(new DOMException('The operation timed out', 'TimeoutError'));
  vi.restoreAllMocks();
  await round;
  expect(new Set(limits)).toEqual(new Set([10_000]));
  expect(binance.asked).toHaveLength(1);
  expect(coinbase.asked.length).toBeGreaterThan(0);

  // It is asked again after a minute, the other one at once.
  coinbase.asked.length = 0;
  now += MINUTE_MS / 2;
  await candles.collect();
  expect(binance.asked).toHaveLength(1);
  expect(coinbase.asked.length).toBeGreaterThan(0);
});
