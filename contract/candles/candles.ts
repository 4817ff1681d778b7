/** Which prices a candle is made of. */
export const candleSides = ['bid', 'ask', 'mid', 'trade'] as const;
export type CandleSide = (typeof candleSides)[number];

/** One candle: `at` is its first millisecond, it ends at `at + interval`. Prices are decimal strings, up to 12 decimals. */
export type Candle = { at: number; open: string; high: string; low: string; close: string };

/** A range a source answered for, `from` inclusive, `to` exclusive: a minute without a row in it had no trade. */
export type Coverage = { from: number; to: number };

/**
 * The candles of one side in one interval (ms), oldest first, without overlap, and what they cover. A candle that is not
 * wholly covered is unfinished and not used.
 */
export type CandleSeries = { side: CandleSide; interval: number; candles: Candle[]; covered: Coverage[] };

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** Joins ranges that meet or overlap; sorted. */
export const joinRanges = (ranges: readonly Coverage[]): Coverage[] => {
  const joined: Coverage[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
};

/** What is left of ranges without others. */
export const subtractRanges = (ranges: readonly Coverage[], others: readonly Coverage[]): Coverage[] => {
  const joined = joinRanges(others);
  return ranges.flatMap(({ from, to }) => {
    const cut = joined.filter((other) => other.from < to && other.to > from);
    const ends = [...cut.map((other) => other.from), to];
    return [from, ...cut.map((other) => other.to)]
      .map((start, index) => ({ from: start, to: ends[index]! }))
      .filter((range) => range.from < range.to);
  });
};
