import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const ago = (seconds: number) => relativeTime(new Date(now - seconds * 1000).toISOString(), now);

describe('relative time (SPEC §9)', () => {
  it.each([
    [0, '0 seconds ago'],
    [1, '1 second ago'],
    [59, '59 seconds ago'],
    [60, '1 minute ago'],
    [3_599, '59 minutes ago'],
    [3_600, '1 hour ago'],
    [86_399, '23 hours ago'],
    [86_400, '1 day ago'],
    [864_000, '10 days ago'],
  ])('formats %d seconds as "%s" (§9.17)', (seconds, words) => {
    expect(ago(seconds)).toBe(words);
  });

  it.each(['', 'yesterday', 'not a date', '2026-03-01T12:00:00.001Z'])(
    'reads Just now for an invalid or future time: "%s" (§9.17)',
    (iso) => {
      expect(relativeTime(iso, now)).toBe('Just now');
    },
  );

  it('never shows a unit that the next larger one should replace', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (seconds) => {
        const [count, unit = ''] = ago(seconds).split(' ');
        const limit =
          unit.startsWith('second') || unit.startsWith('minute')
            ? 60
            : unit.startsWith('hour')
              ? 24
              : Number.POSITIVE_INFINITY;
        expect(Number(count)).toBeLessThan(limit);
      }),
    );
  });
});
