import { z } from 'zod';
import { HOUR_MS } from '../../contract/candles/candles.ts';
import { type CandleSource, getJson, parseAnswer, readPrice, toSeries } from './candle-source.ts';

/** Candles of an answer; a request for more is refused. */
const ROWS = 300;

const product = z.object({ base_currency: z.string(), quote_currency: z.string(), status: z.string() });
const amount = z.string().transform(readPrice).pipe(z.string());
const time = z.string().regex(/^\d+$/).transform(Number);
const rows = z.array(z.tuple([time, amount, amount, amount, amount]).rest(z.unknown()));

/** Crypto from trades on Coinbase Exchange, without a key. */
export const createCoinbaseSource = (baseUrl: string, clock: () => Date): CandleSource => {
  const readProduct = (path: string, query: Record<string, string>, signal: AbortSignal) =>
    getJson(new URL(`/products/${path}?${new URLSearchParams(query)}`, baseUrl), signal, {
      accepts: (status) => status === 200 || status === 404,
      // A double would lose digits.
      parse: (text) =>
        JSON.parse(text, (_key, value, context?: { source: string }) =>
          typeof value === 'number' ? context?.source : value,
        ),
    });

  return {
    name: 'coinbase',
    pauseMs: 250,
    minutesBackMs: 7 * 24 * HOUR_MS,
    hoursBackMs: 2_000 * 24 * HOUR_MS,
    findSymbol: async (pair, signal) => {
      const [, base, quote] = /^([A-Z0-9]{1,20})\/([A-Z0-9]{1,20})$/.exec(pair.toUpperCase()) ?? [];
      if (!base || !quote) return null;
      const { status, body } = await readProduct(`${base}-${quote}`, {}, signal);
      if (status === 404) return null;
      const found = parseAnswer('Coinbase', product, body);
      const isExact = found.base_currency === base && found.quote_currency === quote;
      return isExact && found.status === 'online' ? `${base}-${quote}` : null;
    },
    readCandles: async (symbol, interval, { from, to }, signal) => {
      const end = Math.min(to, from + ROWS * interval);
      const query = {
        granularity: String(interval / 1_000),
        start: new Date(from).toISOString(),
        // Both ends are included.
        end: new Date(end - interval).toISOString(),
      };
      const { status, body } = await readProduct(`${symbol}/candles`, query, signal);
      if (status === 404) return [];
      const candles = parseAnswer('Coinbase', rows, body).map(([seconds, low, high, open, close]) => {
        const at = seconds * 1_000;
        return { at, open, high, low, close };
      });
      return [toSeries('trade', interval, candles, { from, to: end }, clock())];
    },
  };
};
