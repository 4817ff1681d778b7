const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** TTL in bars of the idea's chart: later, its entry has passed. */
const TTL_BARS = 4;
/** Locked phones may wake only every few minutes; a shorter TTL would lose messages. */
const MIN_TTL = 15 * MINUTE;
/** People who were away longer read the list, not the notifications. */
const MAX_TTL = 3 * DAY;
/** For unknown time frames: four bars of the four-hour chart, the form's default. */
const DEFAULT_TTL = 16 * HOUR;

const UNITS: readonly [RegExp, number][] = [
  [/^(mn|mo|mos|mth|months?|monthly)$/, 30 * DAY],
  [/^(w|wk|wks|weeks?|weekly)$/, 7 * DAY],
  [/^(d|days?|daily)$/, DAY],
  [/^(h|hr|hrs|hours?|hourly)$/, HOUR],
  [/^(m|mins?|minutes?)$/, MINUTE],
  [/^(s|secs?|seconds?)$/, 1000],
];

/** Charts write 1M for a month, but M15 or 15M for minutes. */
const MONTHS = new Set([1, 3, 6, 12]);

/**
 * Duration of one bar of a time frame as people write it ("15m", "H4", "1D", "4 hours", "Weekly"); null if unknown.
 */
const parseBarDuration = (timeFrame: string): number | null => {
  const text = timeFrame.trim();
  const [, before, count, after] = /^([a-z]*)[\s-]*(\d{1,4})?[\s-]*([a-z]*)$/i.exec(text) ?? [];
  const unit = before || after;
  if (!unit || (before && after)) return null;
  const bars = Number(count ?? 1);
  if (unit === 'M' && !before && MONTHS.has(bars)) return bars * 30 * DAY;
  const length = UNITS.find(([name]) => name.test(unit.toLowerCase()))?.[1];
  return length === undefined || bars === 0 ? null : bars * length;
};

/**
 * TTL of a push about an idea in milliseconds: sent as `TTL` (RFC 8030) and the limit of our own attempts. Uses the
 * first of a range such as "1H-4H".
 */
export const computePushTtl = (timeFrame: string): number => {
  const first = timeFrame.split(/[/,;&+]|\bto\b|(?<=[a-z])\s*[-–]\s*(?=\d)/i)[0] ?? '';
  const bar = parseBarDuration(first);
  return bar === null ? DEFAULT_TTL : Math.min(Math.max(bar * TTL_BARS, MIN_TTL), MAX_TTL);
};
