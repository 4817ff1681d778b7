const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Creating an Intl format is slow, so each is created once. */
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const thisYear = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
const otherYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** SPEC §2: the time, or Now in the first minute and for invalid or future times. */
export const messageTime = (iso: string, now: number): string => {
  const at = Date.parse(iso);
  return now - at >= MINUTE ? clock.format(at) : 'Now';
};

/** The heading of a day: "Today", "Yesterday", "Wednesday 18 November". */
export const messageDay = (iso: string, now: number): string => {
  const at = new Date(iso);
  const isDay = (time: number) => at.toDateString() === new Date(time).toDateString();
  if (Number.isNaN(at.getTime()) || isDay(now)) return 'Today';
  if (isDay(now - DAY)) return 'Yesterday';
  return (at.getFullYear() === new Date(now).getFullYear() ? thisYear : otherYear).format(at);
};
