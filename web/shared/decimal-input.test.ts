import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceErrors } from '../../contract/ideas/prices.ts';
import { readAmount, readPrice, WHICH_NUMBER } from './decimal-input.ts';

describe('a typed number (SPEC §10)', () => {
  it.each([
    ['1.0842', '1.0842'],
    ['1,0842', '1.0842'],
    ['1,5', '1.5'],
    [' 1.0800 ', '1.0800'],
    ['1234,567', '1234.567'],
    ['0,123', '0.123'],
    ['64,250.5', '64250.5'],
    ['64.250,5', '64250.5'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1,234,567.891', '1234567.891'],
    ['1.234.567,891', '1234567.891'],
    ['64 250,5', '64250.5'],
    ['64\u202f250,125', '64250.125'],
    ['\u2066 64,250.5\u2069', '64250.5'],
    ['1\u200b,0842\ufeff', '1.0842'],
    ["64'250.5", '64250.5'],
    ['007,50', '7.50'],
  ])('reads "%s" as the price and the amount %s', (typed, value) => {
    expect(readPrice(typed)).toEqual({ value });
    expect(readAmount(typed)).toEqual({ value });
  });

  it.each([
    ['10,000', '10000', '10.000'],
    ['1,084', '1084', '1.084'],
  ])('asks whether "%s" is the price %s or %s', (typed, ...choices) => {
    expect(readPrice(typed)).toEqual({ error: WHICH_NUMBER, choices });
  });

  it('never asks about a price with a point', () => {
    expect(readPrice('1.084')).toEqual({ value: '1.084' });
  });

  it.each([
    ['10,000', '10000', '10'],
    ['10.000', '10000', '10'],
    ['12.345', '12345', '12.3450'],
    ['1,080', '1080', '1.08'],
  ])(
    'asks whether "%s" is the amount %s or %s, and does not ask about a choice again',
    (typed, ...choices) => {
      expect(readAmount(typed)).toEqual({ error: WHICH_NUMBER, choices });
      for (const value of choices) expect(readAmount(value)).toEqual({ value });
    },
  );

  it.each([
    ['1,2,3', priceErrors.other],
    ['12,34.5', priceErrors.other],
    ['1.08.5', priceErrors.other],
    ['1,234,56', priceErrors.other],
    ['1.08 1.09', priceErrors.other],
    ['100 20', priceErrors.other],
    ['5,', priceErrors.other],
    [',5', priceErrors.other],
    ['-1,5', priceErrors.sign],
    ['0,000', priceErrors.sign],
    ['1,0000000000001', priceErrors.digits],
    ['', priceErrors.other],
  ])('rejects "%s" with the reason', (typed, error) => {
    expect(readPrice(typed)).toEqual({ error });
    expect(readAmount(typed)).toEqual({ error });
  });

  const layouts = [
    { group: '', mark: '.' },
    { group: '', mark: ',' },
    { group: ',', mark: '.' },
    { group: '.', mark: ',' },
    { group: ' ', mark: ',' },
    { group: '\u00a0', mark: ',' },
    { group: "'", mark: '.' },
  ];
  const numbers = fc
    .record({
      whole: fc.oneof(fc.nat(2_000), fc.nat(999_999_999_999)),
      decimals: fc.oneof(fc.constant(''), fc.stringMatching(/^\d{1,12}$/), fc.stringMatching(/^\d{3}$/)),
      layout: fc.constantFrom(...layouts),
    })
    .filter(({ whole, decimals }) => whole > 0 || /[1-9]/.test(decimals));

  it('reads a number in any layout as it was written, or asks, and never returns another number', () => {
    fc.assert(
      fc.property(numbers, ({ whole, decimals, layout: { group, mark } }) => {
        const text = String(whole).replace(/\B(?=(\d{3})+$)/g, group) + (decimals && `${mark}${decimals}`);
        const written = new Big(`${whole}.${decimals || 0}`);
        for (const read of [readPrice, readAmount]) {
          // In a price, a lone point is always the decimal mark.
          if (read === readPrice && group === '.' && /^\d{1,3}\.\d{3}$/.test(text)) continue;
          const reading = read(text);
          const values = 'value' in reading ? [reading.value] : 'choices' in reading ? reading.choices : [];
          expect(
            values.some((value) => written.eq(value)),
            `${text} read as ${values}`,
          ).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
