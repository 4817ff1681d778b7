const DAY = 24 * 60 * 60;

/** The units: as they are shown, in seconds, and as people write them. Longest first. */
const units: readonly (readonly [shown: string, seconds: number, written: RegExp])[] = [
  ['M', 30 * DAY, /^(?:mn|mo|mos|mths?|months?|monthly)$/],
  ['W', 7 * DAY, /^(?:w|wks?|weeks?|weekly)$/],
  ['D', DAY, /^(?:d|days?|daily)$/],
  ['H', 3600, /^(?:h|hrs?|hours?|hourly)$/],
  ['m', 60, /^(?:m|mins?|minutes?)$/],
  ['s', 1, /^(?:s|secs?|seconds?)$/],
];
/** Charts write 1M for a month, but M1, M15 and 15M for minutes. */
const monthCounts = new Set([1, 3, 6, 12]);

/**
 * A time frame as people write it ("15m", "M15", "H4", "4 hours", "Daily"), with the one name it is shown by: minutes
 * `15m`, hours `4H`, days `1D`, weeks `1W`, months `1M`. Null for any other text.
 */
export const parseTimeFrame = (text: string): { name: string; seconds: number } | null => {
  const [, before = '', count, after = ''] =
    /^([a-z]*)[\s-]*(\d{1,4})?[\s-]*([a-z]*)\.?$/i.exec(text.trim().replace(/\s+(?:chart|tf)$/i, '')) ?? [];
  const unit = before || after;
  const bars = Number(count ?? 1);
  if (!unit || (before && after) || bars === 0) return null;
  const isMonth = unit === 'M' && (!count || (!before && monthCounts.has(bars)));
  const written = isMonth ? 'mn' : unit.toLowerCase();
  const index = units.findIndex(([, , words]) => words.test(written));
  if (index < 0) return null;
  const seconds = bars * units[index]![1];
  // 60 minutes are an hour, but 30 days are no month.
  const [shown, size] = units.slice(Math.min(index, 1)).find(([, one]) => seconds % one === 0)!;
  return { name: `${seconds / size}${shown}`, seconds };
};

/** The name that a time frame is shown, sorted and filtered by; another text as it is. */
export const formatTimeFrame = (text: string): string => parseTimeFrame(text)?.name ?? text;

const measure = (text: string) => parseTimeFrame(text)?.seconds ?? Number.POSITIVE_INFINITY;

/** Shortest first, other texts last. Infinity minus Infinity is not a number. */
export const compareTimeFrames = (a: string, b: string): number => measure(a) - measure(b) || 0;
