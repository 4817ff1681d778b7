import { describe, expect, it } from 'vitest';
import { BACKOFF_CAP_MS, backoffDelay } from './backoff.ts';

describe('the reconnect delay', () => {
  it('doubles its upper bound from 1 s up to 30 s', () => {
    const longest = [0, 1, 2, 3, 4, 5, 6, 50].map((attempt) => backoffDelay(attempt, () => 1));
    expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('is spread over the whole range (full jitter)', () => {
    expect(backoffDelay(10, () => 0)).toBe(0);
    expect(backoffDelay(10, () => 0.5)).toBe(BACKOFF_CAP_MS / 2);
  });
});
