import Big from 'big.js';
import { type PositionSize, positionSize } from '../../../contract/position-size.ts';
import { parsePrice } from '../../../contract/prices.ts';

export type PositionField = 'account' | 'riskPercent' | 'entry' | 'stop';
/** The text of the fields, as typed. */
type PositionInputs = Record<PositionField, string>;
type PositionErrors = Partial<Record<PositionField, string>>;

const errorMessages: Record<PositionField, string> = {
  account: 'Enter an amount, e.g. 10000',
  riskPercent: 'Enter a percentage from 0 to 100, e.g. 1',
  entry: 'Enter a price, e.g. 1.0842',
  stop: 'Enter a price, e.g. 1.0842',
};
const fields = Object.keys(errorMessages) as PositionField[];

const parseField = (field: PositionField, text: string): { value: string } | { error: string } => {
  // People type "1 %".
  const bare = field === 'riskPercent' ? text.replace(/\s*%\s*$/, '') : text;
  const parsed = parsePrice(bare);
  if ('error' in parsed || (field === 'riskPercent' && new Big(parsed.price).gt(100)))
    return { error: errorMessages[field] };
  return { value: parsed.price };
};

/** The position size for the inputs, or the errors of the fields. An empty field is not an error. */
export const computePosition = (
  inputs: PositionInputs,
): { size: PositionSize | null; errors: PositionErrors; isSamePrice: boolean } => {
  const errors: PositionErrors = {};
  const values: Partial<PositionInputs> = {};
  for (const field of fields) {
    if (!inputs[field].trim()) continue;
    const result = parseField(field, inputs[field]);
    if ('error' in result) errors[field] = result.error;
    else values[field] = result.value;
  }
  const { account, riskPercent, entry, stop } = values;
  if (!account || !riskPercent || !entry || !stop) return { size: null, errors, isSamePrice: false };
  const size = positionSize({ account, riskPercent, entry, stop });
  return { size, errors, isSamePrice: size === null };
};

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
