import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computePushTtl } from './idea-notifications.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('computePushTtl', () => {
  it.each([
    ['1m', 15 * MINUTE],
    ['5m', 20 * MINUTE],
    ['M5', 20 * MINUTE],
    ['15M', HOUR],
    ['15 min', HOUR],
    ['30 Minutes', 2 * HOUR],
    ['1H', 4 * HOUR],
    ['H1', 4 * HOUR],
    ['4H', 16 * HOUR],
    ['4 hours', 16 * HOUR],
    ['1H-4H', 4 * HOUR],
    ['15m to 1h', HOUR],
    ['1H/4H', 4 * HOUR],
    ['12h', 2 * DAY],
    ['1D', 3 * DAY],
    ['Daily', 3 * DAY],
    ['W1', 3 * DAY],
    ['Weekly', 3 * DAY],
    ['1M', 3 * DAY],
    ['MN', 3 * DAY],
    ['30s', 15 * MINUTE],
    ['Swing', 16 * HOUR],
    ['', 16 * HOUR],
    ['0m', 16 * HOUR],
    ['4', 16 * HOUR],
    ['D1W', 16 * HOUR],
  ])('maps "%s" to %d ms', (timeFrame, expected) => {
    expect(computePushTtl(timeFrame)).toBe(expected);
  });

  it('stays between 15 minutes and three days', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (timeFrame) => {
        const lifetime = computePushTtl(timeFrame);
        expect(lifetime).toBeGreaterThanOrEqual(15 * MINUTE);
        expect(lifetime).toBeLessThanOrEqual(3 * DAY);
      }),
    );
  });
});
