import Big from 'big.js';
import { ONE_POINT_GROUP, readPrice } from '../../shared/decimal-input.ts';
import type { ClaimedNumber } from './signal-claims.ts';
import { getPriceLimits } from './signal-instruments.ts';

const timesThousand = (value: string) => Big(value).times(1000).toFixed();

/** Every number that the text may mean: "64,250" is 64250 or 64.250. The first is the product's own reading. */
export const listReadings = ({ item }: ClaimedNumber, next: ClaimedNumber | undefined): string[] => {
  const reading = readPrice(item.text.replaceAll('\u00a0', ' '));
  const values = 'value' in reading ? [reading.value] : 'choices' in reading ? [...reading.choices] : [];
  if (ONE_POINT_GROUP.test(item.text)) values.push(item.text.replace('.', ''));
  if (item.thousands) return values.length === 1 ? values.map(timesThousand) : [];
  // "64-65k"
  if (next?.item.thousands && next.separator !== 'gap' && values.length === 1)
    values.push(timesThousand(values[0]!));
  return values;
};

const isWithin = (a: string, b: string, factor: number): boolean => {
  const [x, y] = [Number(a), Number(b)];
  return x <= y * factor && y <= x * factor;
};

const countDecimals = (value: string) => value.split('.')[1]?.length ?? 0;

/** A single digit beside prices such as 1.0842 counts something: lots, targets, a ratio. */
const isCount = (value: string, anchor: string) => /^\d$/.test(value) && countDecimals(anchor) >= 3;

type Candidate = { readings: readonly string[] };

/** Of the readings of the first level, the one that the other levels agree with; null if nothing decides. */
const chooseAnchor = (
  first: Candidate,
  others: readonly Candidate[],
  pair: string | undefined,
): string | null => {
  const { factor, usual } = getPriceLimits(pair);
  const isUsual = (value: string) => !usual || (Number(value) >= usual[0] && Number(value) <= usual[1]);
  const readings = first.readings.filter(isUsual);
  // "SL 40" of GBP/USD is no price, so it does not speak against the entry.
  const voters = others.filter(({ readings: other }) => other.some(isUsual));
  const votes = readings.map(
    (value) =>
      voters.filter(({ readings: other }) =>
        other.some((one) => isWithin(one, value, factor) && !isCount(one, value)),
      ).length,
  );
  const most = Math.max(...votes);
  const best = readings.filter((_, index) => votes[index] === most);
  // Levels that agree with no other level are not levels of one idea.
  if (best.length === 0 || (voters.length > 0 && most === 0)) return null;
  if (best.length === 1) return best[0]!;
  // A lone point is the decimal mark everywhere in the product; a lone comma is unclear.
  const [product, other] = best;
  return product && other && countDecimals(product) > 0 ? product : null;
};

/**
 * Chooses one reading for each number, in the same order: those near the first one. Null for numbers that are too far
 * away, or that could be two numbers.
 */
export const chooseReadings = (
  candidates: readonly Candidate[],
  pair: string | undefined,
): (string | null)[] => {
  const [first, ...others] = candidates;
  const anchor = first ? chooseAnchor(first, others, pair) : null;
  if (anchor === null) return candidates.map(() => null);
  const { factor } = getPriceLimits(pair);
  return candidates.map((candidate, index) => {
    if (index === 0) return anchor;
    const near = candidate.readings.filter(
      (value) => isWithin(value, anchor, factor) && !isCount(value, anchor),
    );
    return near.length === 1 ? near[0]! : null;
  });
};

/** Both ends of an entry zone are close: "1.0842/50" and "190-88" are short for something else. */
export const isZone = (from: string, to: string): boolean => {
  const isShort =
    countDecimals(to) < countDecimals(from) || to.split('.')[0]!.length < from.split('.')[0]!.length;
  return isWithin(from, to, isShort ? 1.02 : 1.2);
};
