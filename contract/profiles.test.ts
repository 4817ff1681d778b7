import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_YEARS_EXPERIENCE, yearsOf } from './profiles.ts';

describe('years of experience', () => {
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
  ])('of "%s" are %i', (typed, years) => {
    expect(yearsOf(typed)).toBe(years);
  });

  it('are a whole number of the range, whatever is typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String)), (typed) => {
        const years = yearsOf(typed);
        expect(Number.isInteger(years) && years >= 0 && years <= MAX_YEARS_EXPERIENCE).toBe(true);
      }),
    );
  });
});
