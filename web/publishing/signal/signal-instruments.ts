import {
  alone,
  coins,
  commodities,
  currencies,
  findKnownPair,
  indices,
  oils,
  stablecoins,
} from '../../ideas/known-instruments.ts';

/**
 * How sure it is that the text means this instrument: `pair` names both sides, `name` is a ticker, `word` is a ticker
 * that is also an ordinary word ("NEAR").
 */
export type Instrument = {
  pair: string;
  certainty: 'pair' | 'name' | 'word';
  /** Every pair that it may be: STRBUSD is STR/BUSD or STRB/USD. */
  readings?: readonly string[];
};

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Tickers that are words too: alone they count in capitals only. */
const wordTickers = list(`
  ADA SOL DOT LINK UNI ATOM ALGO MANA SAND CRO NEAR TON APT ARB FET WIF SEI FIL ETC VET GALA STX JUP RUNE ENA POL
  DASH OP APE NOT TRUMP MEME TURBO RENDER PEPE OIL DOW DAI ICP SUI INJ IMX KAS BAT GMT HOT ONE COMP FLOW ROSE HYPE
  SATS CRUDE GASOLINE ZINC NICKEL PLATINUM PALLADIUM WALLSTREET RUT NIFTY`);
const quotes = new Set([...stablecoins, ...list('USD EUR GBP JPY AUD BTC ETH BNB PERP')]);

const aliases: Record<string, string> = {
  GOLD: 'XAU/USD',
  XAU: 'XAU/USD',
  ORO: 'XAU/USD',
  OURO: 'XAU/USD',
  ALTIN: 'XAU/USD',
  ЗОЛОТО: 'XAU/USD',
  ЗОЛОТА: 'XAU/USD',
  ЗОЛОТУ: 'XAU/USD',
  ذهب: 'XAU/USD',
  الذهب: 'XAU/USD',
  SILVER: 'XAG/USD',
  XAG: 'XAG/USD',
  WTI: 'WTI/USD',
  XBT: 'BTC/USD',
  BITCOIN: 'BTC/USD',
  БИТКОИН: 'BTC/USD',
  بيتكوين: 'BTC/USD',
  ETHEREUM: 'ETH/USD',
  NASDAQ100: 'NAS100',
  DAX40: 'DAX',
  DOWJONES: 'DOW',
};

const joinPair = (coin: string, quote: string): string => {
  const base = coin === 'XBT' ? 'BTC' : coin;
  const pair = quote === 'PERP' ? `${base}/USDT` : `${base}/${quote}`;
  return findKnownPair(pair) ?? pair;
};

const isKnown = (base: string) => commodities.has(base) || coins.has(base) || base === 'XBT';

/** The pair of two sides: "EUR" and "USD". An unknown coin needs capitals and a quote in dollars. */
export const findPairOfSides = (first: string, second: string): Instrument | null => {
  const [base, quote] = [first.toUpperCase(), second.toUpperCase()];
  if (base === quote || !/^[A-Z0-9]{2,12}$/.test(base) || !quotes.has(quote) || stablecoins.has(base))
    return currencies.has(base) && currencies.has(quote) && base !== quote
      ? { pair: joinPair(base, quote), certainty: 'pair' }
      : null;
  if (currencies.has(base) ? currencies.has(quote) : isKnown(base))
    return { pair: joinPair(base, quote), certainty: 'pair' };
  if (alone.has(base) && quote === 'USD') return { pair: base, certainty: 'pair' };
  if (currencies.has(base) || !/[A-Z]{2}/.test(base)) return null;
  const inDollars = (quote === 'USD' && first === base) || (stablecoins.has(quote) && quote !== 'DAI');
  return inDollars ? { pair: joinPair(base, quote), certainty: 'pair' } : null;
};

const QUOTE_LENGTHS = [5, 4, 3];

/** "EURUSD" and "PEPEUSDT": one word for both sides. Known names come first, then bases of three letters and more. */
const splitPair = (name: string): Instrument | null => {
  const found = QUOTE_LENGTHS.flatMap((length) => {
    const base = name.slice(0, -length);
    const instrument = base ? findPairOfSides(base, name.slice(-length)) : null;
    return instrument ? [{ base, instrument }] : [];
  });
  const known = found.filter(({ base }) => isKnown(base));
  const sane = found.filter(({ base }) => base.length > 2);
  const best = [known, sane, found].find((some) => some.length > 0) ?? [];
  const first = best[0]?.instrument ?? null;
  return first && best.length > 1
    ? { ...first, readings: best.map(({ instrument }) => instrument.pair) }
    : first;
};

/** The instrument that one word names. Brokers add lower-case letters to names: "XAUUSDm". */
export const findInstrument = (word: string): Instrument | null => {
  const text = word.replace(/^([A-Z0-9]{6,12})[a-z]{1,3}$/, '$1').replace(/(USD[TC]?)PERP$/, '$1');
  const name = text.toUpperCase();
  const inCapitals = text === name;
  const alias = aliases[name];
  if (alias) return { pair: alias, certainty: 'name' };
  if (alone.has(name)) {
    if (!wordTickers.has(name)) return { pair: name, certainty: 'name' };
    return inCapitals ? { pair: name, certainty: 'word' } : null;
  }
  if (coins.has(name)) {
    if (!wordTickers.has(name)) return { pair: joinPair(name, 'USD'), certainty: 'name' };
    return inCapitals ? { pair: joinPair(name, 'USD'), certainty: 'word' } : null;
  }
  return splitPair(name);
};

const smallCurrencies = list('JPY HUF THB INR KRW CZK TRY');
const isSmall = (currency: string) => smallCurrencies.has(currency);

/**
 * How far apart levels of one idea can be, as a factor, and the prices that are usual where known. Currencies hardly
 * move by a quarter; a meme coin's targets may be three times its entry.
 */
export const getPriceLimits = (
  pair: string | undefined,
): { factor: number; usual: [number, number] | null } => {
  const [base = '', quote = ''] = (pair ?? '').split('/');
  if (currencies.has(base) && currencies.has(quote))
    return {
      factor: 1.25,
      usual: isSmall(base) === isSmall(quote) ? [0.001, 30] : isSmall(quote) ? [2, 2000] : [0.0005, 1],
    };
  if (base === 'XAU') return { factor: 1.5, usual: [200, 20_000] };
  if (base === 'XAG') return { factor: 1.5, usual: [3, 300] };
  if (base === 'DXY' || base === 'USDX') return { factor: 1.25, usual: [50, 200] };
  if (oils.has(base)) return { factor: 1.5, usual: [5, 400] };
  if (indices.has(base) && !['VIX', 'SING30', 'SG30'].includes(base))
    return { factor: 1.5, usual: [400, 200_000] };
  if (base === 'BTC') return { factor: 3, usual: [2_000, 2_000_000] };
  if (base === 'ETH' && quote !== 'BTC') return { factor: 3, usual: [100, 50_000] };
  return { factor: 3, usual: null };
};

/** What a pair is about: "BTC/USDT (Bitcoin)" names one instrument twice, EUR/USD and EUR/JPY are two. */
export const nameInstrument = (pair: string): string => {
  const base = pair.split('/')[0]!;
  return currencies.has(base) ? pair : base;
};

export const isSameInstrument = (a: string, b: string): boolean => nameInstrument(a) === nameInstrument(b);
