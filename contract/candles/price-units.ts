/** As many decimals as a price may have (contract/ideas/prices.ts). */
const DECIMALS = 12;

/** A decimal price as an integer of its twelfth decimal, which compares much faster than a decimal and as exactly. */
export const toUnits = (price: string): bigint => {
  const [whole = '', fraction = ''] = price.split('.');
  if (fraction.length > DECIMALS) throw new RangeError(`More than ${DECIMALS} decimals: ${price}`);
  return BigInt(whole + fraction.padEnd(DECIMALS, '0'));
};

const writeUnits = (units: bigint): string => {
  const digits = `${units < 0n ? -units : units}`.padStart(DECIMALS + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
};

export const formatUnits = (units: bigint): string => writeUnits(units).replace(/\.?0+$/, '');

/** The number nearest to a price, as `Number(price)` has it: rounding can make two prices equal, but never turns them around. */
export const toNumber = (units: bigint): number => Number(writeUnits(units));

/** Further than any price. */
export const FAR = 10n ** 40n;

export const maxOf = (...values: bigint[]): bigint => {
  let most = -FAR;
  for (const value of values) if (value > most) most = value;
  return most;
};

export const minOf = (...values: bigint[]): bigint => {
  let least = FAR;
  for (const value of values) if (value < least) least = value;
  return least;
};
