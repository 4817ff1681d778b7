import type { CandleSeries, Coverage } from '../../contract/candles/candles.ts';

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

const titles: Record<string, string> = { demo: 'Demo prices', kraken: 'Kraken', oanda: 'OANDA' };
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

const TIMEOUT_MS = 10_000;
/** Of 5,000 candles with two sides; more is no answer of such a source. */
const MAX_BYTES = 4_000_000;

/** One GET whose body is JSON. Throws SourceError unless it is answered with a status that `accepts`. */
export const getJson = async (
  url: URL,
  signal: AbortSignal,
  {
    headers = {},
    accepts = (status) => status === 200,
  }: { headers?: Record<string, string>; accepts?: (status: number) => boolean } = {},
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
    throw new SourceError(
      `${url.host} answered ${response.status}`,
      seconds > 0 ? seconds * 1_000 : undefined,
    );
  }
  try {
    const text = await readText(response);
    return { status: response.status, body: JSON.parse(text) };
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
