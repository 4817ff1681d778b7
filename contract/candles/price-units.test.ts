import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatUnits, toNumber, toUnits } from './price-units.ts';

const digits = (max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: max });
const price = fc.oneof(
  digits(12),
  fc.tuple(digits(12), digits(12)).map(([whole, fraction]) => `${whole}.${fraction}`),
);

describe('prices as integers', () => {
  it('compare as the decimal library does', () => {
    fc.assert(
      fc.property(price, price, (a, b) => {
        const [x, y] = [toUnits(a), toUnits(b)];
        expect(x < y ? -1 : x > y ? 1 : 0).toBe(new Big(a).cmp(b));
      }),
    );
  });

  it('are written as the decimal library writes them, also below zero', () => {
    fc.assert(
      fc.property(price, price, (a, b) => {
        expect(formatUnits(toUnits(a))).toBe(new Big(a).toFixed());
        expect(formatUnits(toUnits(a) - toUnits(b))).toBe(new Big(a).minus(b).toFixed());
      }),
    );
  });

  it('are never turned around by the numbers that candles are compared with first', () => {
    // Prices that differ in the last decimals only, where numbers round.
    const near = fc.tuple(price, fc.bigInt({ min: 0n, max: 999n }), fc.bigInt({ min: 0n, max: 999n }));
    fc.assert(
      fc.property(near, ([base, more, less]) => {
        const [a, b] = [toUnits(base) + more, toUnits(base) + less];
        const text = formatUnits(a);
        expect(Number(text)).toBe(toNumber(a));
        if (Number(text) < toNumber(b)) expect(a < b).toBe(true);
        if (Number(text) > toNumber(b)) expect(a > b).toBe(true);
      }),
    );
  });

  it('refuse more decimals than a price has', () => {
    expect(() => toUnits('1.0000000000001')).toThrow('More than 12 decimals');
  });
});
