import Big from 'big.js';
import type { Market } from '../../../contract/ideas/markets.ts';
import { pairKey } from '../../../contract/ideas/pairs.ts';
import { type PositionSize, positionSize } from '../../../contract/ideas/position-size.ts';
import { splitCurrencies } from '../../shared/amounts.ts';
import { type Reading, readAmount, readPrice } from '../../shared/decimal-input.ts';

export type PositionField = 'account' | 'riskPercent' | 'entry' | 'stop' | 'lot';
/** The text of the fields, as typed. */
type PositionInputs = Record<PositionField, string>;
type Readings = Partial<Record<PositionField, Reading>>;

const errorMessages: Record<PositionField, string> = {
  account: 'Enter an amount, e.g. 10000',
  riskPercent: 'Enter a percentage from 0 to 100, e.g. 1',
  entry: 'Enter a price, e.g. 1.0842',
  stop: 'Enter a price, e.g. 1.0842',
  lot: 'Enter a number of units, e.g. 100000',
};
const fields = Object.keys(errorMessages) as PositionField[];

const readPercentage = (text: string): Reading => {
  // People type "1 %".
  const reading = readAmount(text.replace(/\s*%\s*$/, ''));
  // Of two readings only the one with decimals is at most 100.
  const value = 'choices' in reading ? reading.choices[1] : 'value' in reading ? reading.value : null;
  return value === null || new Big(value).gt(100) ? { error: errorMessages.riskPercent } : { value };
};

const readField = (field: PositionField, text: string): Reading => {
  if (field === 'riskPercent') return readPercentage(text);
  const reading = field === 'account' || field === 'lot' ? readAmount(text) : readPrice(text);
  return 'value' in reading || 'choices' in reading ? reading : { error: errorMessages[field] };
};

/** Units of a standard lot at most brokers, by the begin of the pair; of a currency 100,000. */
const lotSizes = Object.entries({
  ...{ XAU: '100', GOLD: '100', XPT: '100', XPD: '100', XAG: '5000', SILVER: '5000' },
  ...{ WTI: '1000', XTI: '1000', USOIL: '1000', UKOIL: '1000', BRENT: '1000', XBR: '1000' },
});

/** How many units a lot of this pair has, of an index one; empty in a market without lots. */
export const defaultLotSize = (market: Market, pair: string): string => {
  if (market !== 'Forex') return '';
  const key = pairKey(pair);
  return lotSizes.find(([name]) => key.startsWith(name))?.[1] ?? (splitCurrencies(pair) ? '100000' : '1');
};

/** How each field is read, and the position size when all are. An empty field is not an error. */
export const computePosition = (
  inputs: PositionInputs,
): { size: PositionSize | null; lots: Big | null; readings: Readings; isSamePrice: boolean } => {
  const readings: Readings = {};
  const values: Partial<PositionInputs> = {};
  for (const field of fields) {
    if (!inputs[field].trim()) continue;
    const reading = readField(field, inputs[field]);
    readings[field] = reading;
    if ('value' in reading) values[field] = reading.value;
  }
  const { account, riskPercent, entry, stop, lot } = values;
  if (!account || !riskPercent || !entry || !stop)
    return { size: null, lots: null, readings, isSamePrice: false };
  const size = positionSize({ account, riskPercent, entry, stop });
  // Rounded down to micro lots.
  const lots = size && lot ? size.units.div(lot).round(2, Big.roundDown) : null;
  return { size, lots, readings, isSamePrice: size === null };
};
