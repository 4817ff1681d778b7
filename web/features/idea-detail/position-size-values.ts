import Big from 'big.js';
import { type PositionSize, positionSize } from '../../../contract/position-size.ts';
import { parsePrice } from '../../../contract/prices.ts';

export type PositionField = 'account' | 'riskPercent' | 'entry' | 'stop';
/** What stands in the fields, as typed. */
export type PositionTexts = Record<PositionField, string>;
export type PositionHints = Partial<Record<PositionField, string>>;

const hints: Record<PositionField, string> = {
  account: 'Enter an amount, like 10000',
  riskPercent: 'Enter a percentage above 0 and up to 100, like 1',
  entry: 'Enter a price, like 1.0842',
  stop: 'Enter a price, like 1.0842',
};
const fields = Object.keys(hints) as PositionField[];

const read = (field: PositionField, text: string): { value: string } | { hint: string } => {
  // "1 %" and "$" are how people write it; what counts are the digits.
  const bare = field === 'riskPercent' ? text.replace(/\s*%\s*$/, '') : text;
  const parsed = parsePrice(bare);
  if ('error' in parsed || (field === 'riskPercent' && new Big(parsed.price).gt(100)))
    return { hint: hints[field] };
  return { value: parsed.price };
};

/** The size for what is typed, or why there is none. An empty field is waited for, not complained about. */
export const readPosition = (
  texts: PositionTexts,
): { size: PositionSize | null; hints: PositionHints; sameLevel: boolean } => {
  const found: PositionHints = {};
  const values: Partial<PositionTexts> = {};
  for (const field of fields) {
    if (!texts[field].trim()) continue;
    const answer = read(field, texts[field]);
    if ('hint' in answer) found[field] = answer.hint;
    else values[field] = answer.value;
  }
  const { account, riskPercent, entry, stop } = values;
  if (!account || !riskPercent || !entry || !stop) return { size: null, hints: found, sameLevel: false };
  const size = positionSize({ account, riskPercent, entry, stop });
  return { size, hints: found, sameLevel: size === null };
};

/** "11,494", "0.030312": digits before the point in groups. */
export const grouped = (value: Big, decimals?: number): string => {
  const [whole = '', rest] = (
    decimals === undefined ? value.toFixed() : value.toFixed(decimals, Big.roundHalfEven)
  ).split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return rest ? `${groups}.${rest}` : groups;
};

/** Two decimals; sums too small for that keep two digits that matter. */
export const money = (value: Big): string =>
  value.gt(0) && value.lt('0.01') ? value.prec(2).toFixed() : grouped(value, 2);
