import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optionalPriceInput, parsePrice, priceErrors, priceInput } from './prices.ts';

describe('parsePrice (SPEC §10)', () => {
  it.each([
    ['1.0842', '1.0842'],
    ['1.0800', '1.0800'],
    ['0.00000812', '0.00000812'],
    [' 64250 ', '64250'],
    ['007.50', '7.50'],
    ['0.5', '0.5'],
    ['0.000000000001', '0.000000000001'],
    ['123456789012.5', '123456789012.5'],
  ])('parses %s as %s', (typed, price) => {
    expect(parsePrice(typed)).toEqual({ price });
  });

  it.each([
    ['1,0842', priceErrors.comma],
    ['1,08', priceErrors.comma],
    ['1234,567', priceErrors.comma],
    [',5', priceErrors.other],
    ['5,', priceErrors.comma],
    ['64,250.5', priceErrors.comma],
    ['1,234,567', priceErrors.comma],
    ['1-2', priceErrors.other],
    ['64.250,5', priceErrors.comma],
    ['-1.08', priceErrors.sign],
    ['0', priceErrors.sign],
    ['0.000', priceErrors.sign],
    ['1.0000000000001', priceErrors.digits],
    ['1234567890123', priceErrors.digits],
    ['', priceErrors.other],
    ['abc', priceErrors.other],
    ['1e5', priceErrors.other],
    ['Infinity', priceErrors.other],
    ['NaN', priceErrors.other],
    ['1.', priceErrors.other],
    ['.5', priceErrors.other],
    ['١٢', priceErrors.other],
    ['1 000', priceErrors.other],
  ])('rejects "%s" with a reason', (typed, error) => {
    expect(parsePrice(typed)).toEqual({ error });
  });

  it('parses its own output as the same price', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9,.]{1,20}$/), (typed) => {
        const first = parsePrice(typed);
        if ('price' in first) expect(parsePrice(first.price)).toEqual(first);
      }),
    );
  });

  it('gives the same results in a request', () => {
    expect(priceInput.safeParse(' 64250.5 ').data).toBe('64250.5');
    expect(priceInput.safeParse('1,0842').error?.issues[0]?.message).toBe(priceErrors.comma);
    expect(priceInput.safeParse(1.0842).success).toBe(false);
  });

  it('accepts a text of 64 characters in a request, and none longer', () => {
    expect(priceInput.safeParse('1.0842'.padEnd(64)).data).toBe('1.0842');
    expect(priceInput.safeParse('1.0842'.padEnd(65)).error?.issues[0]?.message).toBe(priceErrors.other);
  });

  it.each([undefined, null, '', '  '])('parses %j as no level when the level is optional (§5.5)', (value) => {
    expect(optionalPriceInput.parse(value)).toBeNull();
  });

  it('parses an optional level that is given', () => {
    expect(optionalPriceInput.parse('64250.5')).toBe('64250.5');
    expect(optionalPriceInput.safeParse('1,0842').error?.issues[0]?.message).toBe(priceErrors.comma);
  });
});
