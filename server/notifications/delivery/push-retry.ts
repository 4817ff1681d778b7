import type { PushResponse } from '../transport/connections.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Backoff by number of attempts; the last one repeats. */
const BACKOFF_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE] as const;
/** Jitter of a fifth, so that simultaneous failures are not retried simultaneously. */
const JITTER = 0.2;
/** Upper limit for Retry-After: a later message would be useless. */
const MAX_RETRY_AFTER_MS = 24 * 60 * MINUTE;

/**
 * What to do after a response (RFC 8030, sections 5 and 7.3). `gone`: the subscription no longer exists. `too large`: retry with the
 * shorter payload. `failed`: retrying would not help. `aborted`: by our shutdown, which is no attempt.
 */
export type PushDecision =
  | { readonly type: 'accepted' | 'gone' | 'too large' | 'failed' | 'aborted' }
  | { readonly type: 'retry'; readonly afterMs: number };

/** `Retry-After` in milliseconds from now: seconds or an HTTP date (RFC 9110, 10.2.3); null if invalid. */
export const parseRetryAfter = (header: string | undefined, now: Date): number | null => {
  if (header === undefined) return null;
  const text = header.trim();
  const isDate = / GMT$/.test(text);
  const ms = /^\d{1,9}$/.test(text)
    ? Number(text) * SECOND
    : isDate
      ? Date.parse(text) - now.getTime()
      : Number.NaN;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, SECOND), MAX_RETRY_AFTER_MS) : null;
};

/** `attempt` counts from 1; `chance` is between 0 and 1. */
export const backoffMs = (attempt: number, chance = Math.random()): number => {
  const wait = BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length) - 1] ?? BACKOFF_MS[0];
  return Math.round(wait * (1 - JITTER + 2 * JITTER * chance));
};

const retry = (retryAfter: string | undefined, attempt: number, now: Date): PushDecision => ({
  type: 'retry',
  afterMs: parseRetryAfter(retryAfter, now) ?? backoffMs(attempt),
});

/** `attempt` includes this one. */
export const decideDelivery = (answer: PushResponse, attempt: number, now: Date): PushDecision => {
  if (answer.status === null) {
    if (answer.reason === 'stopped') return { type: 'aborted' };
    return answer.reason === 'refused' ? { type: 'failed' } : retry(undefined, attempt, now);
  }
  const { status, retryAfter } = answer;
  if (status >= 200 && status < 300) return { type: 'accepted' };
  if (status === 404 || status === 410) return { type: 'gone' };
  if (status === 413) return { type: 'too large' };
  // 408 and 425 are transient like server errors.
  if (status === 429 || status === 408 || status === 425 || status >= 500)
    return retry(retryAfter, attempt, now);
  return { type: 'failed' };
};
