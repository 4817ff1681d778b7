import { describe, expect, it } from 'vitest';
import { pairKey, pairMatches } from './pairs.ts';

describe('pairMatches', () => {
  it('ignores case and separators', () => {
    for (const written of ['EUR/USD', 'eur-usd', 'Eur Usd', 'EUR_USD', 'EUR.USD', 'eurusd', 'EUR:USD'])
      expect(pairMatches(written, 'eurusd')).toBe(true);
    expect(pairMatches('EURUSD', 'eur/usd')).toBe(true);
  });

  it('finds any part of the pair', () => {
    expect(pairMatches('EUR/USD', 'usd')).toBe(true);
    expect(pairMatches('EUR/USD', 'r/u')).toBe(true);
    expect(pairMatches('EUR/USD', 'gbp')).toBe(false);
  });

  it('treats wildcards as plain characters', () => {
    expect(pairMatches('EUR/USD', '%')).toBe(false);
    expect(pairMatches('EUR/USD', 'E_RUSD')).toBe(false);
    expect(pairMatches('100%/USD', '0%u')).toBe(true);
  });

  it.each([
    ['XBT/USD', 'btc'],
    ['BTC/USDT', 'xbt'],
    ['BTCUSDT', 'XBT/USDT'],
    ['XBTUSD', 'btc-usd'],
    ['XAU/USD', 'gold'],
    ['GOLD', 'xau'],
    ['Silver', 'XAG'],
    ['XAG/EUR', 'silver'],
  ])('finds an instrument by its other name: %s by %s', (pair, search) => {
    expect(pairMatches(pair, search)).toBe(true);
  });

  it('leaves other alphabets unchanged', () => {
    expect(pairKey('日経/ß')).toBe('日経ß');
  });

  it('finds everything when the search has only separators', () => {
    expect(pairMatches('EUR/USD', ' / ')).toBe(true);
  });
});
