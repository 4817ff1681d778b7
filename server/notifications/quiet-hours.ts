import { LRUCache } from 'lru-cache';
import type { QuietHours } from '../../contract/notifications/push.ts';

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;
/** The largest clock change of any zone. */
const MAX_CLOCK_CHANGE = 3 * 60 * MINUTE;

/** Creating a format takes 0.1 ms, and users are in few zones. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({
  max: 600,
  memoMethod: (timeZone) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
});

const parseMinutes = (time: string): number => {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
};

/** Local time in minutes since midnight. */
const localMinutes = (at: number, timeZone: string): number =>
  parseMinutes(formats.memo(timeZone).format(at));

const minutesBetween = (from: number, to: number): number => (to - from + DAY_MINUTES) % DAY_MINUTES;

/**
 * When the current quiet hours end; null if `now` is outside of them. They follow local time: if the end time is
 * skipped by a clock change they end with it, and a repeated hour is quiet twice. Equal times mean all day, without
 * an end.
 */
export const findQuietEnd = ({ from, to, timeZone }: QuietHours, now: Date): Date | 'never' | null => {
  if (from === to) return 'never';
  const [start, end] = [parseMinutes(from), parseMinutes(to)];
  const isQuiet = (at: number) =>
    minutesBetween(start, localMinutes(at, timeZone)) < minutesBetween(start, end);
  const at = now.getTime();
  if (!isQuiet(at)) return null;
  // Zones differ from UTC by whole minutes.
  const minute = Math.floor(at / MINUTE) * MINUTE;
  const expected = minute + minutesBetween(localMinutes(at, timeZone), end) * MINUTE;
  if (isQuiet(expected - MINUTE) && !isQuiet(expected)) return new Date(expected);
  // The clock changes before the end, which may be skipped until the next day.
  let loud = Math.max(minute, expected - MAX_CLOCK_CHANGE);
  while (isQuiet(loud)) loud += MINUTE;
  return new Date(loud);
};
