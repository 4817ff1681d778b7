import { LRUCache } from 'lru-cache';
import type { QuietHours } from '../../../contract/push.ts';

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;
/** The largest step a clock ever makes in one night. */
const LARGEST_SHIFT = 3 * 60 * MINUTE;

/** Making one takes a tenth of a millisecond, and people live in few zones. */
const clocks = new LRUCache<string, Intl.DateTimeFormat>({ max: 600 });

const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  clocks.set(timeZone, made);
  return made;
};

const minutesOf = (time: string): number => {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
};

/** What the clock on the wall shows, in minutes since midnight. */
const wallMinutes = (at: number, timeZone: string): number => minutesOf(clockOf(timeZone).format(at));

const after = (from: number, to: number): number => (to - from + DAY_MINUTES) % DAY_MINUTES;

/**
 * When the quiet hours that `now` lies in are over; null outside of them. They follow the clock on the wall: where it is
 * put forward over their end, they end with that step; where it is put back, what is passed twice is quiet twice.
 * The same time twice is all day: they never end.
 */
export const quietUntil = ({ from, to, timeZone }: QuietHours, now: Date): Date | 'never' | null => {
  if (from === to) return 'never';
  const [start, end] = [minutesOf(from), minutesOf(to)];
  const isQuiet = (at: number) => after(start, wallMinutes(at, timeZone)) < after(start, end);
  const at = now.getTime();
  if (!isQuiet(at)) return null;
  // Between a moment that is quiet and one that is not lies the end. Zones differ from UTC by whole minutes.
  let quiet = Math.floor(at / MINUTE) * MINUTE;
  let loud = quiet + after(wallMinutes(at, timeZone), end) * MINUTE;
  while (isQuiet(loud)) loud += LARGEST_SHIFT;
  while (loud - quiet > MINUTE) {
    const middle = quiet + Math.floor((loud - quiet) / MINUTE / 2) * MINUTE;
    if (isQuiet(middle)) quiet = middle;
    else loud = middle;
  }
  return new Date(loud);
};
