import { describe, expect, it } from 'vitest';
import { backOffMs, retryAfterMs, verdictOf } from './push-response.ts';

const now = new Date('2026-11-20T09:00:00.000Z');
const answered = (status: number, retryAfter?: string) => verdictOf({ status, retryAfter }, 1, now);

describe("a push service's answer", () => {
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
  ])('of %d means %s', (status, expected) => {
    expect(answered(status).is).toBe(expected);
  });

  it('that never came is waited for again, unless we refused to ask or are stopping', () => {
    expect(verdictOf({ status: null, why: 'timeout' }, 1, now).is).toBe('retry');
    expect(verdictOf({ status: null, why: 'unreachable' }, 1, now).is).toBe('retry');
    expect(verdictOf({ status: null, why: 'refused' }, 1, now).is).toBe('failed');
    expect(verdictOf({ status: null, why: 'stopped' }, 1, now).is).toBe('untried');
  });

  it('may name the time to come back, in seconds or as a date', () => {
    expect(answered(429, '120')).toEqual({ is: 'retry', afterMs: 120_000, asked: true });
    expect(answered(503, 'Fri, 20 Nov 2026 09:05:00 GMT')).toEqual({
      is: 'retry',
      afterMs: 300_000,
      asked: true,
    });
    expect(answered(429, 'soon')).toMatchObject({ is: 'retry', asked: false });
  });

  it('cannot hold a message for ever, nor make us ask at once', () => {
    expect(retryAfterMs('999999999', now)).toBe(86_400_000);
    expect(retryAfterMs('Fri, 20 Nov 2099 09:05:00 GMT', now)).toBe(86_400_000);
    expect(retryAfterMs('0', now)).toBe(1_000);
    expect(retryAfterMs('Fri, 20 Nov 2020 09:05:00 GMT', now)).toBe(1_000);
    expect(retryAfterMs('-5', now)).toBe(null);
    expect(retryAfterMs(undefined, now)).toBe(null);
  });
});

it('each attempt waits longer than the one before, up to an hour, and never all at the same moment', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 50].map((attempt) => backOffMs(attempt, 0.5));
  expect(waits).toEqual([5, 30, 120, 600, 1_800, 3_600, 3_600, 3_600].map((seconds) => seconds * 1_000));
  expect([backOffMs(1, 0), backOffMs(1, 1)]).toEqual([4_000, 6_000]);
});
