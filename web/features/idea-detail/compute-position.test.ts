import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import { computePosition, formatGrouped, formatMoney } from './compute-position.ts';

const typed = { account: '10,000', riskPercent: '1 %', entry: '1.0842', stop: '1.0755' };

describe('computePosition', () => {
  it('accepts grouped amounts and a percent sign', () => {
    const { size, errors } = computePosition(typed);
    expect(size && formatGrouped(size.units)).toBe('11,494');
    expect(size && formatMoney(size.moneyAtRisk)).toBe('100.00');
    expect(errors).toEqual({});
  });

  it('returns no error for an empty field', () => {
    expect(computePosition({ ...typed, account: ' ' })).toEqual({
      size: null,
      errors: {},
      isSamePrice: false,
    });
  });

  it.each([
    ['account', 'a lot'],
    ['account', '-5'],
    ['riskPercent', '0'],
    ['riskPercent', '101'],
    ['riskPercent', '1,5'],
    ['entry', '1,0842'],
    ['stop', 'none'],
  ] as const)('returns an error and no size for %s %j', (field, text) => {
    const { size, errors } = computePosition({ ...typed, [field]: text });
    expect(size).toBeNull();
    expect(Object.keys(errors)).toEqual([field]);
  });

  it('reports entry and invalidation at the same price', () => {
    expect(computePosition({ ...typed, stop: '1.08420' })).toMatchObject({ size: null, isSamePrice: true });
  });

  it('groups digits and keeps two significant digits of small amounts', () => {
    expect(formatGrouped(new Big('1234567.5'))).toBe('1,234,567.5');
    expect(formatMoney(new Big('1947.561156'))).toBe('1,947.56');
    expect(formatMoney(new Big('0.00034567'))).toBe('0.00035');
    expect(formatMoney(new Big('0'))).toBe('0.00');
  });
});
