import type { PushAnswer } from '../transport/connections.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Waits before another attempt, by how many there were; the last for all that follow. */
const BACK_OFF_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE] as const;
/** So that what failed at once does not come back at once: a fifth more or less. */
const JITTER = 0.2;
/** More than any push service asks for. Nobody may make us hold a message for longer than it is of use anyway. */
const LONGEST_WAIT_MS = 24 * 60 * MINUTE;

/** What an answer means for the message (RFC 8030, sections 5 and 7.3). */
export type Verdict =
  | { readonly is: 'accepted' }
  /** The subscription is no more. */
  | { readonly is: 'gone' }
  /** Too large: once more, with less. */
  | { readonly is: 'too large' }
  /** To be tried again. `asked` when the push service named the time. */
  | { readonly is: 'retry'; readonly afterMs: number; readonly asked: boolean }
  /** No attempt would be answered otherwise. */
  | { readonly is: 'failed' }
  /** We were shutting down: as if it had not been tried. */
  | { readonly is: 'untried' };

/** `Retry-After` in milliseconds from now: seconds, or an HTTP date (RFC 9110, 10.2.3); null when it is neither. */
export const retryAfterMs = (header: string | undefined, now: Date): number | null => {
  if (header === undefined) return null;
  const text = header.trim();
  const isDate = / GMT$/.test(text);
  const ms = /^\d{1,9}$/.test(text)
    ? Number(text) * SECOND
    : isDate
      ? Date.parse(text) - now.getTime()
      : Number.NaN;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, SECOND), LONGEST_WAIT_MS) : null;
};

/** `attempt` counts from 1; `chance` is from 0 to 1. */
export const backOffMs = (attempt: number, chance = Math.random()): number => {
  const wait = BACK_OFF_MS[Math.min(attempt, BACK_OFF_MS.length) - 1] ?? BACK_OFF_MS[0];
  return Math.round(wait * (1 - JITTER + 2 * JITTER * chance));
};

const again = (retryAfter: string | undefined, attempt: number, now: Date): Verdict => {
  const asked = retryAfterMs(retryAfter, now);
  return { is: 'retry', afterMs: asked ?? backOffMs(attempt), asked: asked !== null };
};

/** `attempt` counts this one. */
export const verdictOf = (answer: PushAnswer, attempt: number, now: Date): Verdict => {
  if (answer.status === null) {
    if (answer.why === 'stopped') return { is: 'untried' };
    return answer.why === 'refused' ? { is: 'failed' } : again(undefined, attempt, now);
  }
  const { status, retryAfter } = answer;
  if (status >= 200 && status < 300) return { is: 'accepted' };
  if (status === 404 || status === 410) return { is: 'gone' };
  if (status === 413) return { is: 'too large' };
  // 408 and 425 are as passing as a server's own trouble.
  if (status === 429 || status === 408 || status === 425 || status >= 500)
    return again(retryAfter, attempt, now);
  return { is: 'failed' };
};
