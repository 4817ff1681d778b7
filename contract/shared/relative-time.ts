const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const ago = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/**
 * Time since `iso`, as SPEC §9 words it: seconds below 60 s, minutes below 1 hour, hours below 1 day, then days. A
 * future or invalid time reads 'Just now'; the absolute time is always shown beside it (DESIGN §14).
 */
export const relativeTime = (iso: string, now: number): string => {
  const passed = now - Date.parse(iso);
  if (!(passed >= 0)) return 'Just now';
  if (passed < MINUTE) return ago(Math.floor(passed / SECOND), 'second');
  if (passed < HOUR) return ago(Math.floor(passed / MINUTE), 'minute');
  if (passed < DAY) return ago(Math.floor(passed / HOUR), 'hour');
  return ago(Math.floor(passed / DAY), 'day');
};
