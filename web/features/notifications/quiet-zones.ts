/** The zone this device is set to, by its IANA name. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** Every zone this browser knows, with the given one even where it knows it by another name. */
export const zones = (also: string): string[] => {
  const all = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', also]);
  return [...all].sort((a, b) => a.localeCompare(b));
};

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Whether a time lies in quiet hours: over midnight where they end earlier than they begin, all day where both are one. */
export const isQuiet = (
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
  at: Date,
): boolean => {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);
  const [now, begin, end] = [clock, from, to].map(minutesOf) as [number, number, number];
  if (begin === end) return true;
  return begin < end ? now >= begin && now < end : now >= begin || now < end;
};
