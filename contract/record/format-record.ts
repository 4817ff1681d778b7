import Big from 'big.js';
import type { RRange } from './track-record.ts';

/** "+0.31R", "−4R", "0.00R": signed unless it rounds to zero, with a real minus sign. */
export const formatSignedR = (value: string, decimals: number): string => {
  const text = new Big(value).abs().toFixed(decimals).replace(/\.0$/, '');
  const isZero = new Big(text).eq(0);
  return `${isZero ? '' : new Big(value).lt(0) ? '−' : '+'}${text}R`;
};

/** "−0.20R to +1.10R", or one figure when both ends round to the same value. */
export const formatRangeR = ({ low, high }: RRange, decimals = 2): string => {
  const [from, to] = [formatSignedR(low, decimals), formatSignedR(high, decimals)];
  return from === to ? from : `${from} to ${to}`;
};

/** Whether best and worst case differ anywhere. */
export const hasRange = (ranges: readonly RRange[]): boolean => ranges.some(({ low, high }) => low !== high);

/** A drawdown as a loss: "−4R", or "−2R to −4R". */
export const formatDrawdown = ({ low, high }: RRange): string =>
  formatRangeR({ low: `-${low}`, high: `-${high}` }, 1);

/** "12", or "12 to 15". */
export const formatRange = (low: string | number, high: string | number): string =>
  String(low) === String(high) ? String(low) : `${low} to ${high}`;

/** "37 results", "1 result". */
export const formatCount = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`;
