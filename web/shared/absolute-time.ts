import { createDateFormat } from './date-format.ts';
import { serverNow } from './server-clock.ts';

const timeInZone = { timeZoneName: 'short', hour: '2-digit', minute: '2-digit' } as const;
const formatTime = createDateFormat(timeInZone);
const formatDayAndTime = createDateFormat({ ...timeInZone, day: 'numeric', month: 'short' });
const formatDateAndTime = createDateFormat({
  ...timeInZone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** "14:02 GMT+1" today, "18 Nov, 14:02 GMT+1" this year, else with the year; in the reader's time zone, which is named. */
export const absoluteTime = (iso: string, now = serverNow()): string => {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return 'Unknown time';
  const today = new Date(now);
  if (at.toDateString() === today.toDateString()) return formatTime(at);
  return (at.getFullYear() === today.getFullYear() ? formatDayAndTime : formatDateAndTime)(at);
};

const formatClock = createDateFormat({ hour: '2-digit', minute: '2-digit' });
const formatDayAndClock = createDateFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const formatDate = createDateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

/** "14:02" today, "18 Nov, 14:02" this year, else "18 Nov 2025", where there is no room for the zone. */
export const shortTime = (at: Date, now: Date): string => {
  if (at.getFullYear() !== now.getFullYear()) return formatDate(at);
  return (at.toDateString() === now.toDateString() ? formatClock : formatDayAndClock)(at);
};
