/** The IANA time zone of this device. */
export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** All time zones of the browser, that of the device, and the given one, which it may know by other names. */
export const listTimeZones = (also: string): string[] => {
  const all = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', deviceTimeZone(), also]);
  return [...all].sort((a, b) => a.localeCompare(b));
};

const toMinutes = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Quiet hours that end before they start span midnight. Equal times mean all day. */
export const isQuiet = (
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
  at: Date,
): boolean => {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);
  const [now, begin, end] = [clock, from, to].map(toMinutes) as [number, number, number];
  if (begin === end) return true;
  return begin < end ? now >= begin && now < end : now >= begin || now < end;
};
