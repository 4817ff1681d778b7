import { z } from 'zod';
import { HOUR_MS, MINUTE_MS } from '../../contract/candles/candles.ts';
import { type CandleSource, decimal, getJson, parseAnswer, SourceError } from './candle-source.ts';

/** Rows of an answer. Of minutes these are twelve hours, and there is no way further back. */
const ROWS = 720;
const SECOND_MS = 1_000;
/** Longer than any name of a pair. */
const MAX_NAME = 30;
/** Kraken's names of instruments that others call otherwise. */
const ownNames: Record<string, string> = { BTC: 'XBT', DOGE: 'XDG' };
/** The list of pairs is asked for again after a day. */
const PAIRS_AGE_MS = 24 * HOUR_MS;

const answer = z.object({ error: z.array(z.string()), result: z.record(z.string(), z.unknown()).optional() });
const pairs = z.record(
  z.string(),
  z.object({ altname: z.string(), wsname: z.string().optional(), status: z.string().optional() }),
);
const rows = z.array(z.tuple([z.number().int(), decimal, decimal, decimal, decimal]).rest(z.unknown()));

/** Errors come with status 200. A client that goes on after "Too many requests" is shut out for longer. */
const readAnswer = (body: unknown): Record<string, unknown> => {
  const { error: errors, result = {} } = parseAnswer('Kraken', answer, body);
  const [error] = errors;
  if (error)
    throw new SourceError(
      `Kraken: ${error}`,
      /too many|rate limit/i.test(error) ? 15 * MINUTE_MS : undefined,
    );
  return result;
};

/** Crypto and major currencies from trades on Kraken, without a key. */
export const createKrakenSource = (baseUrl: string, clock: () => Date): CandleSource => {
  let known: { at: number; names: Map<string, string> } | undefined;

  const readPairs = async (signal: AbortSignal): Promise<Map<string, string>> => {
    const now = clock().getTime();
    if (known && now - known.at < PAIRS_AGE_MS) return known.names;
    const { body } = await getJson(new URL('/0/public/AssetPairs', baseUrl), signal);
    const names = new Map(
      Object.values(parseAnswer('Kraken', pairs, readAnswer(body))).flatMap(
        ({ altname, wsname, status = 'online' }) =>
          wsname && altname.length <= MAX_NAME && status === 'online' ? [[wsname, altname] as const] : [],
      ),
    );
    known = { at: now, names };
    return names;
  };

  const readRows = async (symbol: string, minutes: number, since: number, signal: AbortSignal) => {
    const url = new URL('/0/public/OHLC', baseUrl);
    // Inclusive or not is not documented: the one before is asked for too, and dropped.
    const from = Math.floor(since / SECOND_MS) - minutes * 60;
    for (const [name, value] of Object.entries({ pair: symbol, interval: minutes, since: from }))
      url.searchParams.set(name, String(value));
    const { body } = await getJson(url, signal);
    const result = readAnswer(body);
    // The key of the rows may be another name of the pair.
    const found = parseAnswer('Kraken', rows, Object.values(result).find(Array.isArray));
    return found.map(([at, open, high, low, close, ...rest]) => ({
      candle: { at: at * SECOND_MS, open, high, low, close },
      trades: rest[2],
    }));
  };

  return {
    name: 'kraken',
    pauseMs: 1_500,
    minutesBackMs: (ROWS - 10) * MINUTE_MS,
    hoursBackMs: (ROWS - 10) * HOUR_MS,
    findSymbol: async (pair, signal) => {
      const [base = '', quote = ''] = pair.toUpperCase().split('/');
      const names = await readPairs(signal);
      return names.get(`${ownNames[base] ?? base}/${ownNames[quote] ?? quote}`) ?? null;
    },
    readCandles: async (symbol, interval, { from, to }, signal) => {
      const all = await readRows(symbol, interval / MINUTE_MS, from, signal);
      // The last row is unfinished, whatever was asked for, and that of a minute begun just now may be missing.
      const found = all.slice(0, -1);
      const until = Math.min(to, all.at(-1)?.candle.at ?? from);
      const first = found[0]?.candle.at ?? from;
      // Of a full answer the beginning may be missing: it is older than what Kraken keeps.
      const since = found.length < ROWS - 2 ? from : Math.max(from, first);
      return [
        {
          side: 'trade',
          interval,
          // A row without a trade repeats the price before.
          candles: found
            .filter(({ candle: { at }, trades }) => trades !== 0 && at >= from && at < until)
            .map(({ candle }) => candle),
          covered: since < until ? [{ from: since, to: until }] : [],
        },
      ];
    },
  };
};
