import { expect, it } from 'vitest';
import { mergePrices } from './latest-prices.ts';

const price = (at: number, value = '1.0842') => ({ price: value, at, source: 'Kraken' });

it('keeps the object of a price that is the same, and drops a pair that is not sent any more', () => {
  const known = mergePrices(new Map(), { 'EUR/USD': price(1), 'BTC/USD': price(1), 'ETH/USD': price(1) });
  const next = mergePrices(known, { 'EUR/USD': price(1), 'BTC/USD': price(2) });
  expect(next.get('EUR/USD')).toBe(known.get('EUR/USD'));
  expect([...next]).toEqual([
    ['EUR/USD', price(1)],
    ['BTC/USD', price(2)],
  ]);
  expect(mergePrices(known, { 'EUR/USD': price(1, '1.0850') }).get('EUR/USD')?.price).toBe('1.0850');
});
