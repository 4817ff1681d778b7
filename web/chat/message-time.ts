import { createDateFormat } from '../shared/date-format.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const formatClock = createDateFormat({ hour: '2-digit', minute: '2-digit' });
const formatThisYear = createDateFormat({ weekday: 'long', day: 'numeric', month: 'long' });
const formatOtherYear = createDateFormat({ day: 'numeric', month: 'long', year: 'numeric' });

/** SPEC §2: the time, or Now in the first minute and for invalid or future times. */
export const messageTime = (iso: string, now: number): string => {
  const at = Date.parse(iso);
  return now - at >= MINUTE ? formatClock(at) : 'Now';
};

/** The heading of a day: "Today", "Yesterday", "Wednesday 18 November". */
export const messageDay = (iso: string, now: number): string => {
  const at = new Date(iso);
  const isDay = (time: number) => at.toDateString() === new Date(time).toDateString();
  if (Number.isNaN(at.getTime()) || isDay(now)) return 'Today';
  if (isDay(now - DAY)) return 'Yesterday';
  return (at.getFullYear() === new Date(now).getFullYear() ? formatThisYear : formatOtherYear)(at);
};
