import Big from 'big.js';
import type { RRange } from '../../../contract/track-record.ts';

/** "+0.31R", "−4.0R", "0.00R": always with a sign where there is a direction, and a true minus. */
export const signedR = (value: string, decimals: number): string => {
  const text = new Big(value).abs().toFixed(decimals);
  const isZero = new Big(text).eq(0);
  return `${isZero ? '' : new Big(value).lt(0) ? '−' : '+'}${text}R`;
};

/** One figure where the evidence is enough, else "−0.20R to +1.10R". Equal to a reader means one figure. */
export const rangeR = ({ low, high }: RRange, decimals = 2): string => {
  const [from, to] = [signedR(low, decimals), signedR(high, decimals)];
  return from === to ? from : `${from} to ${to}`;
};

/** A fall is told as what it took: "−4.0R", or "−2.0R to −4.0R". */
export const fallR = ({ low, high }: RRange): string => rangeR({ low: `-${low}`, high: `-${high}` }, 1);

/** "12", or "12 to 15". */
export const rangeOf = (low: string | number, high: string | number): string =>
  String(low) === String(high) ? String(low) : `${low} to ${high}`;

/** "37 results", "1 result". */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
