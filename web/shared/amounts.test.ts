import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import { formatAmount, formatGrouped, formatMoney, quoteCurrency } from './amounts.ts';

describe('amounts', () => {
  it('names an amount with its currency', () => {
    expect(formatAmount('10000', 'USD')).toBe('$10,000');
    expect(formatAmount('10.0000', 'JPY')).toBe('10 JPY');
    expect(formatAmount('1234.50', null)).toBe('1,234.5');
  });

  it('groups digits and keeps two significant digits of small amounts', () => {
    expect(formatGrouped(new Big('1234567.5'))).toBe('1,234,567.5');
    expect(formatMoney(new Big('1947.561156'))).toBe('1,947.56');
    expect(formatMoney(new Big('0.00034567'))).toBe('0.00035');
    expect(formatMoney(new Big('0'))).toBe('0.00');
  });

  it('names the quote currency only where the pair tells', () => {
    for (const pair of ['EUR/USD', 'EURUSD', 'gbp-usd', 'XAU/USD']) expect(quoteCurrency(pair)).toBe('USD');
    expect(quoteCurrency('S&P500')).toBeNull();
  });
});
