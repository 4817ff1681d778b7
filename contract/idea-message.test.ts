import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { truncateLine } from './idea-message.ts';

const bytes = (text: string) => new TextEncoder().encode(text).length;

describe('truncateLine', () => {
  test('keeps a line that fits, counted in UTF-8', () => {
    const line = 'aé€👍';
    expect(bytes(line)).toBe(10);
    expect(truncateLine(line, 10)).toBe(line);
    expect(truncateLine(line, 9)).toBe('aé€…');
  });

  test('never exceeds the limit, and cuts only what does not fit', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.integer({ min: 3, max: 60 }),
        (text, limit) => {
          const cut = truncateLine(text, limit);
          expect(bytes(cut)).toBeLessThanOrEqual(limit);
          expect(cut.isWellFormed()).toBe(true);
          const whole = truncateLine(text, 1_000);
          if (bytes(whole) <= limit) expect(cut).toBe(whole);
          else expect(whole.startsWith(cut.slice(0, -1))).toBe(true);
        },
      ),
    );
  });
});
