import { z } from 'zod';
import { HOUR_MS, MINUTE_MS } from '../../contract/candles/candles.ts';
import { type CandleSource, decimal, getJson, parseAnswer, toSeries } from './candle-source.ts';

/** Candles of an answer; a request for more is refused. */
const ROWS = 5_000;
/** Names of instruments that educators write otherwise. */
const instruments: Record<string, string> = {
  SPX500: 'SPX500_USD',
  US30: 'US30_USD',
  NAS100: 'NAS100_USD',
  WTI: 'WTICO_USD',
};

const prices = z.object({ o: decimal, h: decimal, l: decimal, c: decimal });
const answer = z.object({
  candles: z.array(z.object({ complete: z.boolean(), time: z.string(), bid: prices, ask: prices })),
});

/** Forex, metals and indices from OANDA's v20 API, bid and ask, with the operator's token. */
export const createOandaSource = (baseUrl: string, token: string, clock: () => Date): CandleSource => {
  const call = async (
    symbol: string,
    query: Record<string, string>,
    signal: AbortSignal,
    accepts?: (status: number) => boolean,
  ) => {
    const url = new URL(`/v3/instruments/${symbol}/candles`, baseUrl);
    for (const [name, value] of Object.entries({ price: 'BA', smooth: 'false', ...query }))
      url.searchParams.set(name, value);
    const headers = { authorization: `Bearer ${token}`, 'accept-datetime-format': 'RFC3339' };
    return getJson(url, signal, { headers, ...(accepts && { accepts }) });
  };

  return {
    name: 'oanda',
    pauseMs: 100,
    minutesBackMs: 7 * 24 * HOUR_MS,
    hoursBackMs: 2_000 * 24 * HOUR_MS,
    findSymbol: async (pair, signal) => {
      const symbol = instruments[pair.toUpperCase()] ?? pair.toUpperCase().replace('/', '_');
      if (!/^[A-Z0-9]{2,10}_[A-Z]{3}$/.test(symbol)) return null;
      // An unknown instrument is 400, one that the account's region does not have 404 or 405.
      const { status } = await call(symbol, { granularity: 'M1', count: '1' }, signal, (code) =>
        [200, 400, 404, 405].includes(code),
      );
      return status === 200 ? symbol : null;
    },
    readCandles: async (symbol, interval, range, signal) => {
      const { from } = range;
      const to = Math.min(range.to, from + ROWS * interval);
      const query = {
        granularity: interval === MINUTE_MS ? 'M1' : 'H1',
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
      };
      const { body } = await call(symbol, query, signal);
      const found = parseAnswer('OANDA', answer, body).candles.map((candle) => ({
        ...candle,
        at: Date.parse(candle.time),
      }));
      // An unfinished one is asked for again.
      const until = found.find(({ complete }) => !complete)?.at ?? to;
      return (['bid', 'ask'] as const).map((side) => {
        const candles = found.map(({ at, [side]: { o, h, l, c } }) => ({
          at,
          open: o,
          high: h,
          low: l,
          close: c,
        }));
        return toSeries(side, interval, candles, { from, to: Math.min(to, until) }, clock());
      });
    },
  };
};
