import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optionalPriceInput, parsePrice, priceFaults, priceInput } from './prices.ts';

describe('reading a price (DESIGN §15)', () => {
  it.each([
    ['1.0842', '1.0842'],
    ['1.0800', '1.0800'],
    ['0.00000812', '0.00000812'],
    ['64,250.5', '64250.5'],
    ['1,234,567.89', '1234567.89'],
    [' 64250 ', '64250'],
    ['007.50', '7.50'],
    ['0.5', '0.5'],
    ['0.000000000001', '0.000000000001'],
  ])('takes %s as %s', (typed, price) => {
    expect(parsePrice(typed)).toEqual({ price });
  });

  it.each([
    ['1,0842', priceFaults.comma],
    ['1,08', priceFaults.comma],
    ['64.250,5', priceFaults.other],
    ['-1.08', priceFaults.sign],
    ['0', priceFaults.sign],
    ['0.000', priceFaults.sign],
    ['1.0000000000001', priceFaults.digits],
    ['1234567890123', priceFaults.digits],
    ['', priceFaults.other],
    ['abc', priceFaults.other],
    ['1e5', priceFaults.other],
    ['Infinity', priceFaults.other],
    ['NaN', priceFaults.other],
    ['1.', priceFaults.other],
    ['.5', priceFaults.other],
    ['١٢', priceFaults.other],
    ['1 000', priceFaults.other],
  ])('refuses "%s" with a reason', (typed, fault) => {
    expect(parsePrice(typed)).toEqual({ fault });
  });

  it('reads what it gave back as the same price', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9,.]{1,20}$/), (typed) => {
        const first = parsePrice(typed);
        if ('price' in first) expect(parsePrice(first.price)).toEqual(first);
      }),
    );
  });

  it('says the same in a request', () => {
    expect(priceInput.safeParse('64,250.5').data).toBe('64250.5');
    expect(priceInput.safeParse('1,0842').error?.issues[0]?.message).toBe(priceFaults.comma);
    expect(priceInput.safeParse(1.0842).success).toBe(false);
  });

  it.each([undefined, null, '', '  '])('takes %j as no level where one may be left out', (value) => {
    expect(optionalPriceInput.parse(value)).toBeNull();
  });
});
