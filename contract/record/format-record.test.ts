import { describe, expect, it } from 'vitest';
import { formatCount, formatDrawdown, formatRange, formatRangeR, formatSignedR } from './format-record.ts';

describe('figures of a track record', () => {
  it.each([
    ['0.31', 2, '+0.31R'],
    ['-4', 1, '−4R'],
    ['0', 2, '0.00R'],
    ['-0.001', 2, '0.00R'],
    ['0.33333333', 1, '+0.3R'],
  ])('formats %s with %i decimals as %s', (value, decimals, expected) => {
    expect(formatSignedR(value, decimals)).toBe(expected);
  });

  it('shows a range only when both ends differ after rounding', () => {
    expect(formatRangeR({ low: '-0.2', high: '1.1' })).toBe('−0.20R to +1.10R');
    expect(formatRangeR({ low: '0.3333', high: '0.3334' })).toBe('+0.33R');
    expect(formatDrawdown({ low: '2', high: '4' })).toBe('−2R to −4R');
    expect(formatDrawdown({ low: '0', high: '0' })).toBe('0R');
    expect(formatRange(3, 3)).toBe('3');
    expect(formatRange('45.0', '60.0')).toBe('45.0 to 60.0');
  });

  it('uses the plural unless the count is one', () => {
    expect(formatCount(1, 'result')).toBe('1 result');
    expect(formatCount(0, 'idea')).toBe('0 ideas');
  });
});
