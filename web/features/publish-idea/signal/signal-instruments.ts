import { cryptoTickers, forexCurrencies } from '../../../../contract/markets.ts';
import { findKnownPair } from '../../../entities/idea/known-instruments.ts';

/**
 * How sure it is that the text means this instrument: `pair` names both sides, `name` is a ticker, `word` is a ticker
 * that is also an ordinary word ("NEAR").
 */
export type Instrument = { pair: string; certainty: 'pair' | 'name' | 'word' };

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const stablecoins = list('USDT USDC BUSD DAI TUSD FDUSD');
const currencies = new Set<string>([
  ...forexCurrencies,
  ...list('MXN ZAR TRY SGD HKD CNH DKK HUF CZK THB INR BRL ILS KRW'),
]);
const metals = list('XAU XAG XPT XPD');
const coins = new Set<string>([
  ...cryptoTickers.filter((ticker) => !stablecoins.has(ticker)),
  ...list(`
    BNB PEPE TRX TON APT ARB SUI INJ FET WIF BONK FLOKI RNDR RENDER TIA SEI FIL ETC BCH XLM HBAR AAVE ICP VET THETA
    GALA AXS IMX LDO STX KAS JUP PYTH ORDI RUNE ENA WLD POL EOS XTZ XMR DASH ZEC KSM CRV SNX DYDX GMX OP APE NOT
    TRUMP PNUT POPCAT BOME TURBO MEME`),
]);
/** Tickers that are words too: alone they count in capitals only. */
const wordTickers = list(`
  ADA SOL DOT LINK UNI ATOM ALGO MANA SAND CRO NEAR TON APT ARB FET WIF SEI FIL ETC VET GALA STX JUP RUNE ENA POL
  DASH OP APE NOT TRUMP MEME TURBO RENDER PEPE OIL DOW DAI ICP SUI INJ IMX KAS`);
const quotes = new Set<string>([
  ...stablecoins,
  'USD',
  'EUR',
  'GBP',
  'JPY',
  'AUD',
  'BTC',
  'ETH',
  'BNB',
  'PERP',
]);

/** Indices and commodities that stand alone. Names as brokers write them; spaces are optional. */
const alone = list(`
  DXY SPX SPX500 SP500 US500 US30 US100 US2000 USTEC NAS NAS100 NASDAQ DJI DJ30 WS30 DOW RUSSELL VIX DAX DE40 DE30
  GER40 GER30 UK100 FTSE FTSE100 FRA40 CAC40 EU50 STOXX50 ESP35 IBEX35 ITA40 JP225 JPN225 NIKKEI NIKKEI225 HK50
  AUS200 USOIL UKOIL BRENT OIL NATGAS NGAS XNGUSD`);
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
  BITCOIN: 'BTC/USD',
  БИТКОИН: 'BTC/USD',
  بيتكوين: 'BTC/USD',
  ETHEREUM: 'ETH/USD',
  NASDAQ100: 'NAS100',
  DAX40: 'DAX',
  DOWJONES: 'DOW',
};

const joinPair = (base: string, quote: string): string => {
  const pair = quote === 'PERP' ? `${base}/USDT` : `${base}/${quote}`;
  return findKnownPair(pair) ?? pair;
};

/** The pair of two sides: "EUR" and "USD". An unknown coin needs a quote that is nothing else. */
export const findPairOfSides = (first: string, second: string): Instrument | null => {
  const [base, quote] = [first.toUpperCase(), second.toUpperCase()];
  if (base === quote || !/^[A-Z0-9]{2,12}$/.test(base) || !quotes.has(quote) || stablecoins.has(base))
    return currencies.has(base) && currencies.has(quote) && base !== quote
      ? { pair: joinPair(base, quote), certainty: 'pair' }
      : null;
  const known = currencies.has(base) ? currencies.has(quote) : metals.has(base) || coins.has(base);
  if (known || base === 'WTI') return { pair: joinPair(base, quote), certainty: 'pair' };
  if (alone.has(base) && quote === 'USD') return { pair: base, certainty: 'pair' };
  if (currencies.has(base) || metals.has(base)) return null;
  return stablecoins.has(quote) && /[A-Z]/.test(base)
    ? { pair: joinPair(base, quote), certainty: 'pair' }
    : null;
};

const QUOTE_LENGTHS = [3, 4, 5];

/** "EURUSD" and "PEPEUSDT": one word for both sides. */
const splitPair = (name: string): Instrument | null => {
  for (const length of QUOTE_LENGTHS) {
    const found = name.length > length && findPairOfSides(name.slice(0, -length), name.slice(-length));
    if (found) return found;
  }
  return null;
};

/** The instrument that one word names. Brokers add lower-case letters to names: "XAUUSDm". */
export const findInstrument = (word: string): Instrument | null => {
  const text = word.replace(/^([A-Z0-9]{6,12})[a-z]{1,3}$/, '$1');
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
  if (base === 'DXY') return { factor: 1.25, usual: [50, 200] };
  if (['WTI', 'OIL', 'USOIL', 'UKOIL', 'BRENT'].includes(base)) return { factor: 1.5, usual: [5, 400] };
  if (alone.has(base) && !['VIX', 'NATGAS', 'NGAS'].includes(base))
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
