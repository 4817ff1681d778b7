const BACKOFF_BASE_MS = 1_000;
export const BACKOFF_CAP_MS = 30_000;

/**
 * Exponential backoff with full jitter, so that clients that lost their streams together do not reconnect together.
 * `attempt` counts from 0.
 */
export const backoffDelay = (attempt: number, random: () => number = Math.random): number =>
  random() * Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** attempt);
