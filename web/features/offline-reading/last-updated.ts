/** A query on screen: its URL, and when its data was loaded. */
export type ShownQuery = { url: string; updatedAt: number };

/**
 * When the oldest query on screen was last up to date. The live stream kept the queries of this page current until
 * `liveUntil`. Copies restored from an earlier visit keep their own time.
 */
export const lastUpdated = (
  shown: readonly ShownQuery[],
  { pageSince, liveUntil }: { pageSince: number; liveUntil: number },
): number | null => {
  if (shown.length === 0) return null;
  return Math.min(
    ...shown.map(({ updatedAt }) => (updatedAt >= pageSince ? Math.max(updatedAt, liveUntil) : updatedAt)),
  );
};

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayAndClock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** "14:02" today, "18 Nov, 14:02" on any other day, in local time. */
export const formatTime = (at: number, now: number): string =>
  (new Date(at).toDateString() === new Date(now).toDateString() ? clock : dayAndClock).format(at);
