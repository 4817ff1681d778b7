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
    ['50', 50],
    ['3.9', null],
    ['-4', null],
    ['51', null],
    ['1e9', null],
    ['Infinity', null],
    ['12 years', 0],
  ])('parses "%s" as %s', (typed, years) => {
    expect(parseYears(typed)).toBe(years);
  });

  it('gives a whole number in range or null for any text (§3.15, §5.15, §9.5)', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String)), (typed) => {
        const years = parseYears(typed);
        if (years === null) return;
        expect(Number.isInteger(years) && years >= 0 && years <= MAX_YEARS_EXPERIENCE).toBe(true);
      }),
    );
  });
});
