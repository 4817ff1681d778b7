import Big from 'big.js';
import { z } from 'zod';
import {
  type Candle,
  type CandleSeries,
  type CandleSide,
  type Coverage,
  HOUR_MS,
  MINUTE_MS,
} from '../../contract/candles/candles.ts';

/** A source of prices, such as an exchange. Times are milliseconds since 1970. */
export type CandleSource = {
  /** As stored and in the setting CANDLE_SOURCES. */
  name: string;
  /** Milliseconds between two calls. */
  pauseMs: number;
  /** How far back it has minutes, and hours, in milliseconds. */
  minutesBackMs: number;
  hoursBackMs: number;
  /** Its name for a pair; null if it does not have exactly this instrument. Throws SourceError. */
  findSymbol(pair: string, signal: AbortSignal): Promise<string | null>;
  /**
   * Finished candles of a range, whose ends are multiples of the interval, from its beginning: what the source gives in one
   * call, and for which part it answered. Throws SourceError.
   */
  readCandles(
    symbol: string,
    interval: number,
    range: Coverage,
    signal: AbortSignal,
  ): Promise<CandleSeries[]>;
};

const titles: Record<string, string> = {
  demo: 'Demo prices',
  kraken: 'Kraken',
  oanda: 'OANDA',
  coinbase: 'Coinbase',
  binance: 'Binance',
  files: 'Imported file',
};
/** A source as people know it, by its name. */
export const formatSource = (name: string): string => titles[name] ?? name;

/** A source did not answer, or refused. Nothing is asked of it for `waitMs`. */
export class SourceError extends Error {
  readonly waitMs: number;

  constructor(message: string, waitMs = 60_000) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** A price as candles have it. */
export const decimal = z.string().regex(/^\d{1,12}(\.\d{1,12})?$/);

/** A printed number as such a price, with all its digits and without its exponent; null if it is none. */
export const readPrice = (text: string): string | null => {
  const plain = /^\d+(\.\d+)?e[+-]?\d{1,2}$/i.test(text) ? new Big(text).toFixed() : text;
  return decimal.safeParse(plain).success && Number(plain) > 0 ? plain : null;
};

/** The last row of an answer may appear late: until then its time is not covered. */
const LATE_MS = MINUTE_MS;

/** The finished ones of the rows that a source gave for a range. A time without a row had no trade, unless it is too new. */
export const toSeries = (
  side: CandleSide,
  interval: number,
  rows: readonly Candle[],
  { from, to }: Coverage,
  now: Date,
): CandleSeries => {
  const end = Math.min(to, now.getTime());
  const candles = rows.filter(({ at }) => at >= from && at + interval <= end).sort((a, b) => a.at - b.at);
  const settled = Math.floor((now.getTime() - LATE_MS) / interval) * interval;
  const until = Math.min(to, Math.max(settled, (candles.at(-1)?.at ?? from - interval) + interval));
  return { side, interval, candles, covered: until > from ? [{ from, to: until }] : [] };
};

/** A part of an answer that is as documented. Throws SourceError. */
export const parseAnswer = <T>(title: string, schema: z.ZodType<T>, body: unknown): T => {
  const { data, success } = schema.safeParse(body);
  if (!success) throw new SourceError(`${title} sent another shape than documented`);
  return data;
};

const TIMEOUT_MS = 10_000;
/** A place that a source refuses is still refused a minute later. */
const REFUSED_MS = 24 * HOUR_MS;
/** Of 5,000 candles with two sides; more is no answer of such a source. */
const MAX_BYTES = 4_000_000;

/** One GET whose body is JSON. Throws SourceError unless it is answered with a status that `accepts`. */
export const getJson = async (
  url: URL,
  signal: AbortSignal,
  {
    headers = {},
    accepts = (status) => status === 200,
    parse = JSON.parse,
  }: {
    headers?: Record<string, string>;
    accepts?: (status: number) => boolean;
    parse?: (text: string) => unknown;
  } = {},
): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(url, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch((error: Error) => {
    throw new SourceError(`${url.host} did not answer: ${error.message}`);
  });
  if (!accepts(response.status)) {
    const seconds = Number(response.headers.get('retry-after'));
    await response.body?.cancel();
    const refused = response.status === 403 || response.status === 451;
    throw new SourceError(
      `${url.host} answered ${response.status}${refused ? ': it refuses this server, and is asked again in a day' : ''}`,
      refused ? REFUSED_MS : seconds > 0 ? seconds * 1_000 : undefined,
    );
  }
  try {
    const text = await readText(response);
    return { status: response.status, body: parse(text) };
  } catch (error) {
    throw new SourceError(`${url.host} sent no JSON: ${(error as Error).message}`);
  }
};

const readText = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new Error('it is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};
