import { z } from 'zod';
import { HOUR_MS, MINUTE_MS } from '../../contract/candles/candles.ts';
import { type CandleSource, decimal, getJson, parseAnswer, SourceError, toSeries } from './candle-source.ts';

/** Candles of an answer. */
const ROWS = 1_000;
/** The code of an unknown symbol, with status 400. */
const UNKNOWN_SYMBOL = -1121;

const failure = z.object({ code: z.number(), msg: z.string() });
const text = z.string();
const symbols = z.object({
  symbols: z.array(z.object({ symbol: text, status: text, baseAsset: text, quoteAsset: text })),
});
const rows = z.array(z.tuple([z.number().int(), decimal, decimal, decimal, decimal]).rest(z.unknown()));

/** Crypto from trades on Binance, without a key. */
export const createBinanceSource = (baseUrl: string, clock: () => Date): CandleSource => {
  /** Null for an unknown symbol. */
  const call = async (path: string, query: Record<string, string>, signal: AbortSignal): Promise<unknown> => {
    const url = new URL(`/api/v3/${path}?${new URLSearchParams(query)}`, baseUrl);
    const { status, body } = await getJson(url, signal, { accepts: (code) => code === 200 || code === 400 });
    if (status === 200) return body;
    const { code, msg } = parseAnswer('Binance', failure, body);
    if (code === UNKNOWN_SYMBOL) return null;
    throw new SourceError(`Binance: ${msg}`);
  };

  return {
    name: 'binance',
    pauseMs: 250,
    minutesBackMs: 7 * 24 * HOUR_MS,
    hoursBackMs: 2_000 * 24 * HOUR_MS,
    findSymbol: async (pair, signal) => {
      const [, base, quote] = /^([A-Z0-9]{1,20})\/([A-Z0-9]{1,20})$/.exec(pair.toUpperCase()) ?? [];
      if (!base || !quote) return null;
      const body = await call('exchangeInfo', { symbol: `${base}${quote}` }, signal);
      // A/BC and AB/C have one name.
      const exact = parseAnswer('Binance', symbols, body ?? { symbols: [] }).symbols.find(
        ({ baseAsset, quoteAsset, status }) =>
          baseAsset === base && quoteAsset === quote && status === 'TRADING',
      );
      return exact?.symbol ?? null;
    },
    readCandles: async (symbol, interval, { from, to }, signal) => {
      const end = Math.min(to, from + ROWS * interval);
      const query = {
        symbol,
        interval: interval === MINUTE_MS ? '1m' : '1h',
        startTime: String(from),
        endTime: String(end - 1),
        limit: String(ROWS),
      };
      const body = await call('klines', query, signal);
      if (body === null) return [];
      const candles = parseAnswer('Binance', rows, body)
        // A row without a trade repeats the price before.
        .filter((row) => row[8] !== 0)
        .map(([at, open, high, low, close]) => ({ at, open, high, low, close }));
      return [toSeries('trade', interval, candles, { from, to: end }, clock())];
    },
  };
};
