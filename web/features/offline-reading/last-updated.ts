/** One shown answer: its address, and when it was given. */
export type Shown = { url: string; updatedAt: number };

/**
 * Since when the least current of what is shown may have changed. An answer of this page was kept true by the live
 * stream as long as there was one (`liveUntil`); one that was restored is as old as it is.
 */
export const lastUpdated = (
  shown: readonly Shown[],
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

/** "14:02" today, "18 Nov, 14:02" on any other day, in the reader's zone. */
export const clockOf = (at: number, now: number): string =>
  (new Date(at).toDateString() === new Date(now).toDateString() ? clock : dayAndClock).format(at);
