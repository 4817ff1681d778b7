import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  classifyMarket,
  cryptoTickers,
  forexCommodities,
  forexCurrencies,
  forexIndices,
  historyMarket,
  isIndexPair,
  mentionsForexCurrency,
} from './market-detection.ts';

const pairs = forexCurrencies.flatMap((base) =>
  forexCurrencies.filter((quote) => quote !== base).map((quote) => [base, quote] as const),
);
const classifyPair = (pair: string) => classifyMarket({ pair });

/** The capital words of a line of the specification. */
const readCodes = (start: string): string[] => {
  const line = readFileSync('docs/spec.md', 'utf8')
    .split('\n')
    .find((text) => text.startsWith(start));
  return line?.slice(start.length).match(/\b[A-Z]{2}[A-Z0-9]+\b/g) ?? [];
};

describe('the codes of SPEC §4', () => {
  it.each([
    ['| crypto tickers', cryptoTickers, 25],
    ['| indices', forexIndices, 8],
    ['| metals and commodities', forexCommodities, 7],
    ['| a bare currency code', forexCurrencies, 11],
  ] as const)('contains all codes of SPEC §4 for "%s" (§4.23)', (start, codes, count) => {
    expect(codes).toHaveLength(count);
    expect(codes).toEqual(readCodes(start));
  });

  it("finds all codes in the form's hint, in any case (§4.24)", () => {
    const codes = readCodes('`§4.24`');
    expect(codes).toHaveLength(8);
    for (const code of codes) expect(mentionsForexCurrency(`x${code.toLowerCase()}x`), code).toBe(true);
    for (const code of ['SEK', 'NOK', 'PLN']) expect(mentionsForexCurrency(code), code).toBe(false);
  });
});

describe('the market of an idea (SPEC §4)', () => {
  it.each(['forex', 'Forex', 'FOREX', 'fOrEx'])(
    'returns Forex when the market type says %s (§4.23)',
    (marketType) => {
      expect(classifyMarket({ marketType, pair: 'BTC/USD' })).toBe('Forex');
    },
  );

  it.each(['Crypto', 'crypto', 'stocks', 'Forex ', '?'])(
    'does not return Forex when the market type says %s (§4.23)',
    (marketType) => {
      expect(classifyMarket({ marketType, pair: 'EUR/USD' })).toBe('Crypto');
    },
  );

  it('reads marketType, market_type or market', () => {
    expect(classifyMarket({ marketType: 'Forex' })).toBe('Forex');
    expect(classifyMarket({ market_type: 'Forex' })).toBe('Forex');
    expect(classifyMarket({ market: 'Forex' })).toBe('Forex');
  });

  it.each(cryptoTickers)('returns Crypto for a pair with the ticker %s (§4.23)', (ticker) => {
    for (const pair of [
      ticker,
      `${ticker}/USD`,
      `${ticker}USD`,
      `${ticker.toLowerCase()}-eur`,
      `EUR/${ticker}`,
    ]) {
      expect(classifyPair(pair), pair).toBe('Crypto');
    }
  });

  it.each([...forexIndices, ...forexCommodities])('returns Forex for %s', (name) => {
    for (const pair of [name, `${name}/USD`, `${name}USD`, name.toLowerCase()])
      expect(classifyPair(pair), pair).toBe('Forex');
  });

  it.each(pairs)('returns Forex for %s against %s, with or without slash (§4.23)', (base, quote) => {
    for (const pair of [
      `${base}/${quote}`,
      `${base}${quote}`,
      `${base}-${quote}`,
      `${base} ${quote}`,
      `${base}${quote}`.toLowerCase(),
    ]) {
      expect(classifyPair(pair), pair).toBe('Forex');
    }
  });

  it.each(forexCurrencies)('returns Forex for the bare code %s', (code) => {
    expect(classifyPair(code)).toBe('Forex');
    expect(classifyPair(` ${code.toLowerCase()} `)).toBe('Forex');
  });

  it('does not find USDC in USDCAD and USDCHF, nor ADA in CADAUD', () => {
    expect(['USDCAD', 'USDCHF', 'CADAUD'].map(classifyPair)).toEqual(['Forex', 'Forex', 'Forex']);
  });

  it('does not return Forex without a pair', () => {
    expect([classifyMarket({}), classifyMarket({ pair: null })]).toEqual(['Crypto', 'Crypto']);
  });

  it.each(['', '   ', 'XYZ', 'EUR/TRY', 'PEPE/USD', 'EURUSDX', 'EUR/X/USD', 'EU RUSD'])(
    'does not return Forex for anything else: "%s" (§4.23)',
    (pair) => {
      expect(classifyPair(pair)).toBe('Crypto');
    },
  );

  it('returns Forex or Crypto for any text, whatever its case', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (pair) => {
        expect(['Forex', 'Crypto']).toContain(classifyPair(pair));
        expect(classifyPair(pair.toLowerCase())).toBe(classifyPair(pair.toUpperCase().toLowerCase()));
      }),
    );
  });

  it('returns Crypto whenever a crypto ticker is a word of the pair', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...cryptoTickers),
        fc.constantFrom(...forexCurrencies, ...forexIndices),
        (ticker, other) => {
          expect(classifyPair(`${other}/${ticker}`)).toBe('Crypto');
        },
      ),
    );
  });

  it("finds a currency code in a pair for the form's hint", () => {
    expect(mentionsForexCurrency('btc/usd')).toBe(true);
    expect(mentionsForexCurrency('SHIB/BTC')).toBe(false);
  });
});

describe('history (SPEC §7)', () => {
  it.each(['SPX/USDT', 'spx500', 'SP500', 'xSP500x'])(
    'lists %s under Forex although marked Crypto',
    (pair) => {
      expect(isIndexPair(pair)).toBe(true);
      expect(historyMarket({ pair, market_type: 'Crypto' })).toBe('Forex');
    },
  );

  it('lists other pairs under their own market', () => {
    expect(historyMarket({ pair: 'BTC/USD', market_type: 'Crypto' })).toBe('Crypto');
    expect(historyMarket({ pair: 'BTC/USD', market_type: 'Forex' })).toBe('Forex');
  });
});
