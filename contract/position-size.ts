import Big from 'big.js';

/** What a person puts in, as decimals in strings: the account in money, the risk as a percentage of it. */
export type PositionInput = { account: string; riskPercent: string; entry: string; stop: string };

export type PositionSize = {
  /** What is lost if the stop is reached, as decided: account times percentage, exact. */
  moneyAtRisk: Big;
  /** The distance from entry to stop: what one unit loses. */
  riskPerUnit: Big;
  /** Rounded down, so that the loss never exceeds `moneyAtRisk`. */
  units: Big;
  /** What the units are worth at the entry. */
  value: Big;
};

/** Whole units from here on; below, this many digits that matter. */
const WHOLE_FROM = 1000;
const DIGITS = 5;
/** Far below the digits kept: rounding down is the only rounding there is. */
const Exact = Big();
Exact.DP = 40;
Exact.RM = Exact.roundDown;

/** Down to a size one would type: whole units where they are many, five digits where they are few. */
const typeable = (units: Big): Big =>
  units.gte(WHOLE_FROM) ? units.round(0, Big.roundDown) : units.prec(DIGITS, Big.roundDown);

/**
 * How many units lose a given share of an account between entry and stop. Money and prices are in one currency, the
 * one the pair is quoted in. Null where entry and stop are one price: then no size limits the loss.
 */
export const positionSize = ({ account, riskPercent, entry, stop }: PositionInput): PositionSize | null => {
  const riskPerUnit = new Exact(entry).minus(stop).abs();
  if (riskPerUnit.eq(0)) return null;
  const moneyAtRisk = new Exact(account).times(riskPercent).times('0.01');
  const units = typeable(moneyAtRisk.div(riskPerUnit));
  return { moneyAtRisk, riskPerUnit, units, value: units.times(entry) };
};
