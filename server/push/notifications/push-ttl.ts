const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long news of an idea is of use, in bars of its chart: after that, its entry has been and gone. */
const BARS = 4;
/** Phones wake for pushes every few minutes at worst; less than this would be lost on a locked one. */
const SHORTEST = 15 * MINUTE;
/** Whoever was away for longer reads the list, not the notifications. */
const LONGEST = 3 * DAY;
/** For a time frame we cannot read: four bars of the four-hour chart, the form's own default. */
const UNREADABLE = 16 * HOUR;

const UNITS: readonly [RegExp, number][] = [
  [/^(mn|mo|mos|mth|months?|monthly)$/, 30 * DAY],
  [/^(w|wk|wks|weeks?|weekly)$/, 7 * DAY],
  [/^(d|days?|daily)$/, DAY],
  [/^(h|hr|hrs|hours?|hourly)$/, HOUR],
  [/^(m|mins?|minutes?)$/, MINUTE],
  [/^(s|secs?|seconds?)$/, 1000],
];

/** A bare capital M: charts write 1M for a month, and M15 or 15M for minutes. */
const MONTHS = new Set([1, 3, 6, 12]);

/** One bar of a time frame as people write it ("15m", "H4", "1D", "4 hours", "Weekly"); null when it is none. */
const barOf = (timeFrame: string): number | null => {
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
 * For how long a push about an idea is worth delivering, in milliseconds: what `TTL` (RFC 8030) tells the push service, and
 * until when we try. Of a span such as "1H-4H" the first counts.
 */
export const lifetimeOf = (timeFrame: string): number => {
  const first = timeFrame.split(/[/,;&+]|\bto\b|(?<=[a-z])\s*[-–]\s*(?=\d)/i)[0] ?? '';
  const bar = barOf(first);
  return bar === null ? UNREADABLE : Math.min(Math.max(bar * BARS, SHORTEST), LONGEST);
};
