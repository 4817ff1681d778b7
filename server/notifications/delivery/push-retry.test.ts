import { describe, expect, it } from 'vitest';
import { backoffMs, decideDelivery, parseRetryAfter } from './push-retry.ts';

const now = new Date('2026-11-20T09:00:00.000Z');
const decide = (status: number, retryAfter?: string) => decideDelivery({ status, retryAfter }, 1, now);

describe('decideDelivery', () => {
  it.each([
    [200, 'accepted'],
    [201, 'accepted'],
    [202, 'accepted'],
    [204, 'accepted'],
    [301, 'failed'],
    [307, 'failed'],
    [400, 'failed'],
    [401, 'failed'],
    [403, 'failed'],
    [404, 'gone'],
    [408, 'retry'],
    [410, 'gone'],
    [413, 'too large'],
    [429, 'retry'],
    [500, 'retry'],
    [503, 'retry'],
  ])('maps %d to %s', (status, expected) => {
    expect(decide(status).type).toBe(expected);
  });

  it('retries without a response, unless our policy refused it or we are stopping', () => {
    expect(decideDelivery({ status: null, reason: 'timeout' }, 1, now).type).toBe('retry');
    expect(decideDelivery({ status: null, reason: 'unreachable' }, 1, now).type).toBe('retry');
    expect(decideDelivery({ status: null, reason: 'refused' }, 1, now).type).toBe('failed');
    expect(decideDelivery({ status: null, reason: 'stopped' }, 1, now).type).toBe('aborted');
  });

  it('follows Retry-After in seconds or as a date', () => {
    expect(decide(429, '120')).toEqual({ type: 'retry', afterMs: 120_000 });
    expect(decide(503, 'Fri, 20 Nov 2026 09:05:00 GMT')).toEqual({ type: 'retry', afterMs: 300_000 });
    expect(decide(429, 'soon').type).toBe('retry');
  });

  it('limits Retry-After in both directions', () => {
    expect(parseRetryAfter('999999999', now)).toBe(86_400_000);
    expect(parseRetryAfter('Fri, 20 Nov 2099 09:05:00 GMT', now)).toBe(86_400_000);
    expect(parseRetryAfter('0', now)).toBe(1_000);
    expect(parseRetryAfter('Fri, 20 Nov 2020 09:05:00 GMT', now)).toBe(1_000);
    expect(parseRetryAfter('-5', now)).toBe(null);
    expect(parseRetryAfter(undefined, now)).toBe(null);
  });
});

it('backs off exponentially up to an hour, with jitter', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 50].map((attempt) => backoffMs(attempt, 0.5));
  expect(waits).toEqual([5, 30, 120, 600, 1_800, 3_600, 3_600, 3_600].map((seconds) => seconds * 1_000));
  expect([backoffMs(1, 0), backoffMs(1, 1)]).toEqual([4_000, 6_000]);
});
