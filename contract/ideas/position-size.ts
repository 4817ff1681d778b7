import Big from 'big.js';

/** Input as decimal strings: account size and the risk as a percentage of it. */
type PositionInput = { account: string; riskPercent: string; entry: string; stop: string };

export type PositionSize = {
  /** The loss if the stop is reached: account times percentage, exact. */
  moneyAtRisk: Big;
  /** Distance from entry to stop: the loss per unit. */
  riskPerUnit: Big;
  /** Rounded down, so that the loss never exceeds `moneyAtRisk`. */
  units: Big;
  /** Value of the units at the entry price. */
  value: Big;
};

/** Whole units from this size on; smaller sizes keep this many significant digits. */
const WHOLE_UNITS_FROM = 1000;
const SIGNIFICANT_DIGITS = 5;
/** Much finer than the digits kept, so rounding down is the only rounding. */
const Exact = Big();
Exact.DP = 40;
Exact.RM = Exact.roundDown;

/** Rounds down to a size one can type: whole units for large sizes, five digits for small ones. */
const roundToUsableSize = (units: Big): Big =>
  units.gte(WHOLE_UNITS_FROM) ? units.round(0, Big.roundDown) : units.prec(SIGNIFICANT_DIGITS, Big.roundDown);

/**
 * How many units lose the given share of the account between entry and stop. Money is in the quote currency of the
 * pair. Null if entry and stop are equal: there is no risk to size.
 */
export const positionSize = ({ account, riskPercent, entry, stop }: PositionInput): PositionSize | null => {
  const riskPerUnit = new Exact(entry).minus(stop).abs();
  if (riskPerUnit.eq(0)) return null;
  const moneyAtRisk = new Exact(account).times(riskPercent).times('0.01');
  const units = roundToUsableSize(moneyAtRisk.div(riskPerUnit));
  return { moneyAtRisk, riskPerUnit, units, value: units.times(entry) };
};
