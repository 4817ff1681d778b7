import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_YEARS_EXPERIENCE, parseYears } from './profiles.ts';

describe('parseYears', () => {
  it.each([
    ['', 0],
    ['  ', 0],
    ['ten', 0],
    ['12', 12],
    [' 7 ', 7],
    ['3.9', 3],
    ['-4', 0],
    ['51', 50],
    ['1e9', 50],
    ['Infinity', 0],
    ['12 years', 0],
  ])('parses "%s" as %i', (typed, years) => {
    expect(parseYears(typed)).toBe(years);
  });

  it('gives a whole number in range for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String)), (typed) => {
        const years = parseYears(typed);
        expect(Number.isInteger(years) && years >= 0 && years <= MAX_YEARS_EXPERIENCE).toBe(true);
      }),
    );
  });
});
