const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Formats are dear to make and cheap to keep. */
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const thisYear = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
const otherYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** SPEC §2: the time, or Now: for the first minute, and for a time that is none or lies ahead. */
export const messageTime = (iso: string, now: number): string => {
  const at = Date.parse(iso);
  return now - at >= MINUTE ? clock.format(at) : 'Now';
};

/** The day a message stands under: "Today", "Yesterday", "Wednesday 18 November". */
export const messageDay = (iso: string, now: number): string => {
  const at = new Date(iso);
  const isDay = (time: number) => at.toDateString() === new Date(time).toDateString();
  if (Number.isNaN(at.getTime()) || isDay(now)) return 'Today';
  if (isDay(now - DAY)) return 'Yesterday';
  return (at.getFullYear() === new Date(now).getFullYear() ? thisYear : otherYear).format(at);
};
