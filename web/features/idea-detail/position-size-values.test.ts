import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import { grouped, money, readPosition } from './position-size-values.ts';

const typed = { account: '10,000', riskPercent: '1 %', entry: '1.0842', stop: '1.0755' };

describe('the position-size calculator', () => {
  it('reads amounts as people type them', () => {
    const { size, hints } = readPosition(typed);
    expect(size && grouped(size.units)).toBe('11,494');
    expect(size && money(size.moneyAtRisk)).toBe('100.00');
    expect(hints).toEqual({});
  });

  it('waits for an empty field without complaining', () => {
    expect(readPosition({ ...typed, account: ' ' })).toEqual({ size: null, hints: {}, sameLevel: false });
  });

  it.each([
    ['account', 'a lot'],
    ['account', '-5'],
    ['riskPercent', '0'],
    ['riskPercent', '101'],
    ['riskPercent', '1,5'],
    ['entry', '1,0842'],
    ['stop', 'none'],
  ] as const)('hints at %s %j and gives no size', (field, text) => {
    const { size, hints } = readPosition({ ...typed, [field]: text });
    expect(size).toBeNull();
    expect(Object.keys(hints)).toEqual([field]);
  });

  it('says that one level twice limits nothing', () => {
    expect(readPosition({ ...typed, stop: '1.08420' })).toMatchObject({ size: null, sameLevel: true });
  });

  it('writes sums in groups, small ones with the digits that matter', () => {
    expect(grouped(new Big('1234567.5'))).toBe('1,234,567.5');
    expect(money(new Big('1947.561156'))).toBe('1,947.56');
    expect(money(new Big('0.00034567'))).toBe('0.00035');
    expect(money(new Big('0'))).toBe('0.00');
  });
});
