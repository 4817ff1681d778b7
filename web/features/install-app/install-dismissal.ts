/** SPEC §9: how long a dismissed banner stays away. */
export const INSTALL_SILENCE_MS = 7 * 24 * 60 * 60 * 1000;

/** Whether the banner may show, given when it was dismissed last. A time in the future is a clock that was set back. */
export const mayShow = (dismissedAt: number | null, now: number): boolean =>
  dismissedAt === null || dismissedAt > now || now - dismissedAt >= INSTALL_SILENCE_MS;
