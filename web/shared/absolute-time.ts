/** Creating an Intl format is slow, so each is created once. */
const inZone = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short', hour: '2-digit', minute: '2-digit', ...options });
const time = inZone({});
const dayAndTime = inZone({ day: 'numeric', month: 'short' });
const dateAndTime = inZone({ day: 'numeric', month: 'short', year: 'numeric' });

/** "14:02 GMT+1" today, "18 Nov, 14:02 GMT+1" this year, else with the year; in the reader's time zone, which is named. */
export const absoluteTime = (iso: string, now: number): string => {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return 'Unknown time';
  const today = new Date(now);
  if (at.toDateString() === today.toDateString()) return time.format(at);
  return (at.getFullYear() === today.getFullYear() ? dayAndTime : dateAndTime).format(at);
};

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayAndClock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** "14:02" today, "18 Nov, 14:02" this year, else "18 Nov 2025", where there is no room for the zone. */
export const shortTime = (at: Date, now: Date): string => {
  if (at.getFullYear() !== now.getFullYear()) return day.format(at);
  return (at.toDateString() === now.toDateString() ? clock : dayAndClock).format(at);
};
