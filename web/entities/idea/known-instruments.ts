import { pairKey } from '../../../contract/pairs.ts';

/** Suggestions for the pair and time frame inputs; any other text is accepted too. */
export const knownPairs = `
  EUR/USD GBP/USD USD/JPY USD/CHF AUD/USD USD/CAD NZD/USD EUR/GBP EUR/JPY GBP/JPY AUD/JPY EUR/CHF
  EUR/SEK EUR/NOK EUR/PLN XAU/USD XAG/USD WTI/USD DXY SPX500 NASDAQ BTC/USDT ETH/USDT SOL/USDT
  XRP/USDT ADA/USDT DOT/USDT LINK/USDT AVAX/USDT LTC/USDT DOGE/USDT SHIB/USDT UNI/USDT ATOM/USDT
  NEAR/USDT
`
  .trim()
  .split(/\s+/);

/** Finds the known pair of a text: "eurusd" and "EUR-USD" are EUR/USD. */
export const findKnownPair = (text: string): string | undefined =>
  knownPairs.find((pair) => pairKey(pair) === pairKey(text));

export const knownTimeFrames = ['5M', '15M', '30M', '1H', '4H', '1D', '1W', '1M'] as const;
