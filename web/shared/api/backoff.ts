export const BACKOFF_BASE_MS = 1_000;
export const BACKOFF_CAP_MS = 30_000;

/**
 * Full jitter: anything from nothing to the doubled wait, so that readers who lost their streams together do not
 * come back together. `attempt` counts from 0.
 */
export const backoffDelay = (attempt: number, random: () => number = Math.random): number =>
  random() * Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** attempt);
