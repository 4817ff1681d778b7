import Big from 'big.js';
import { pairKey } from '../../contract/ideas/pairs.ts';

/** Groups the digits before the decimal point: "11,494". */
export const formatGrouped = (value: Big, decimals?: number): string => {
  const [whole = '', rest] = (
    decimals === undefined ? value.toFixed() : value.toFixed(decimals, Big.roundHalfEven)
  ).split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return rest ? `${groups}.${rest}` : groups;
};

/** Two decimals, or two significant digits below 0.01. */
export const formatMoney = (value: Big): string =>
  value.gt(0) && value.lt('0.01') ? value.prec(2).toFixed() : formatGrouped(value, 2);

/** An amount in the quote currency: "$10,000", "10,000 JPY". */
export const formatAmount = (value: string, currency: string | null): string => {
  const amount = formatGrouped(new Big(value));
  if (currency === 'USD') return `$${amount}`;
  return currency ? `${amount} ${currency}` : amount;
};

/** "USD" for EUR/USD; null when the name does not tell. */
export const quoteCurrency = (pair: string): string | null =>
  /^[A-Z]{3,5}\/([A-Z]{3,5})$/.exec(pair)?.[1] ?? splitCurrencies(pair)?.quote ?? null;

/** The two currencies of "EURUSD", "eur/usd" or "EUR-USD"; null for anything else. */
export const splitCurrencies = (pair: string): { base: string; quote: string } | null => {
  const [, base = '', quote = ''] = /^(...)(...)$/.exec(pairKey(pair)) ?? [];
  const known = [...Intl.supportedValuesOf('currency'), 'CNH'];
  return known.includes(base) && known.includes(quote) ? { base, quote } : null;
};
