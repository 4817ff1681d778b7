import type { Market } from './markets.ts';

/** SPEC §4, word for word: tickers and stablecoins that are not Forex. */
export const cryptoTickers = [
  'BTC',
  'ETH',
  'ADA',
  'SOL',
  'DOT',
  'LINK',
  'AVAX',
  'MATIC',
  'LTC',
  'XRP',
  'DOGE',
  'SHIB',
  'UNI',
  'ATOM',
  'FTM',
  'ALGO',
  'MANA',
  'SAND',
  'CRO',
  'NEAR',
  'USDT',
  'USDC',
  'BUSD',
  'DAI',
  'TUSD',
] as const;

/** SPEC §4: indices, metals and commodities that mean Forex. */
export const forexIndices = ['SPX', 'SP500', 'SPX500', 'DJI', 'DOW', 'NAS', 'NASDAQ', 'RUSSELL'] as const;
export const forexCommodities = ['XAU', 'XAG', 'GOLD', 'SILVER', 'DXY', 'OIL', 'WTI'] as const;

/** SPEC §4: three-letter codes that are Forex; any two of them form a major or minor pair. */
export const forexCurrencies = [
  'USD',
  'EUR',
  'GBP',
  'JPY',
  'CHF',
  'AUD',
  'CAD',
  'NZD',
  'SEK',
  'NOK',
  'PLN',
] as const;

/** SPEC §4: the second detection, used only for the form's hint (SPEC §10). */
const hintCurrencies = ['USD', 'EUR', 'GBP', 'JPY', 'AUD', 'NZD', 'CAD', 'CHF'] as const;

/** The market fields a reader may get: SPEC §3 says that readers accept all three names. */
type MarketFields = {
  pair?: string | null | undefined;
  marketType?: string | null | undefined;
  market_type?: string | null | undefined;
  market?: string | null | undefined;
};

const currencyPair = new RegExp(`^(${forexCurrencies.join('|')})(${forexCurrencies.join('|')})$`);
const isCurrency = (word: string) => (forexCurrencies as readonly string[]).includes(word);
const containsAny = (word: string, names: readonly string[]) => names.some((name) => word.includes(name));

/**
 * The market that SPEC §4 finds in the pair's text: crypto tickers first, then indices, metals and commodities, currency
 * pairs and single currency codes. Null for anything else.
 *
 * Names are matched per word, and a word that is a currency pair is never searched for tickers: USDCAD and USDCHF
 * contain USDC, and CADAUD contains ADA.
 */
export const detectMarket = (pair: string): Market | null => {
  const words = pair
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean);
  if (words.some((word) => !currencyPair.test(word) && containsAny(word, cryptoTickers))) return 'Crypto';
  if (words.some((word) => containsAny(word, forexIndices) || containsAny(word, forexCommodities)))
    return 'Forex';
  if (
    words.some((word, index) => currencyPair.test(word + (isCurrency(word) ? (words[index + 1] ?? '') : '')))
  )
    return 'Forex';
  return words.length === 1 && isCurrency(words[0]!) ? 'Forex' : null;
};

/**
 * SPEC §4: an explicit market type decides (Forex if it equals "forex" in any case, otherwise not Forex). Without one,
 * the pair's text decides; what it doesn't say is not Forex.
 */
export const classifyMarket = (idea: MarketFields): Market => {
  const explicit = idea.marketType || idea.market_type || idea.market;
  if (explicit) return explicit.toLowerCase() === 'forex' ? 'Forex' : 'Crypto';
  return detectMarket(idea.pair ?? '') ?? 'Crypto';
};

/** SPEC §4's second rule: whether the pair contains a currency code. Only the form's warning uses it. */
export const mentionsForexCurrency = (pair: string): boolean =>
  hintCurrencies.some((code) => pair.toUpperCase().includes(code));

/** SPEC §7: history lists S&P 500 pairs under Forex, whatever their market type. */
export const isIndexPair = (pair: string): boolean => /spx|sp500/i.test(pair);

/** The market under which history lists a completed idea. */
export const historyMarket = (idea: { pair: string; market_type: Market }): Market =>
  isIndexPair(idea.pair) ? 'Forex' : idea.market_type;
