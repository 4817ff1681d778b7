import { describe, expect, it } from 'vitest';
import { counted, fallR, rangeOf, rangeR, signedR } from './format-record.ts';

describe('a figure of the record', () => {
  it.each([
    ['0.31', 2, '+0.31R'],
    ['-4', 1, '−4.0R'],
    ['0', 2, '0.00R'],
    ['-0.001', 2, '0.00R'],
    ['0.33333333', 1, '+0.3R'],
  ])('%s with %i decimals reads %s', (value, decimals, expected) => {
    expect(signedR(value, decimals)).toBe(expected);
  });

  it('is a range only where a reader would see one', () => {
    expect(rangeR({ low: '-0.2', high: '1.1' })).toBe('−0.20R to +1.10R');
    expect(rangeR({ low: '0.3333', high: '0.3334' })).toBe('+0.33R');
    expect(fallR({ low: '2', high: '4' })).toBe('−2.0R to −4.0R');
    expect(fallR({ low: '0', high: '0' })).toBe('0.0R');
    expect(rangeOf(3, 3)).toBe('3');
    expect(rangeOf('45.0', '60.0')).toBe('45.0 to 60.0');
  });

  it('stands beside its count', () => {
    expect(counted(1, 'result')).toBe('1 result');
    expect(counted(0, 'idea')).toBe('0 ideas');
  });
});
