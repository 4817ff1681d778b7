import Big from 'big.js';
import type { OrderType } from '../../../contract/ideas/ideas.ts';
import type { LevelField } from '../../ideas/idea-model.ts';
import type { Claim, ClaimedNumber } from './signal-claims.ts';
import type { NumberItem } from './signal-items.ts';
import { chooseReadings, isZone, listReadings } from './signal-numbers.ts';

type Assigned = { field: LevelField; number: ClaimedNumber; readings: string[]; list?: Claim };
type ReadLevel = { value: string; item: NumberItem };
export type ReadLevels = { [Field in LevelField]?: ReadLevel };

const entryFields = ['entry_1', 'entry_2'] as const;
const exitFields = ['exit_1', 'exit_2', 'exit_3'] as const;

const assign = (
  field: LevelField | undefined,
  numbers: readonly ClaimedNumber[],
  index: number,
): Assigned[] => {
  const number = numbers[index];
  return field && number ? [{ field, number, readings: listReadings(number, numbers[index + 1]) }] : [];
};

const isLabelled = (claims: readonly Claim[], level: 'stop' | 'exit' | 'entry') =>
  claims.some(
    ({ labels, numbers, implied }) =>
      !implied && numbers.length > 0 && labels.some((one) => one.level === level),
  );

/** Numbers behind a direction or pair, if they can be nothing but the entry. */
const assignImplied = (claims: readonly Claim[]): Assigned[] => {
  const groups = claims.filter(({ implied, numbers }) => implied && numbers.length > 0);
  const [only] = groups;
  if (groups.length !== 1 || !only) return [];
  const { numbers } = only;
  const hasStop = isLabelled(claims, 'stop');
  const hasExit = isLabelled(claims, 'exit');
  if (numbers.length === 1) return assign('entry_1', numbers, 0);
  const separator = numbers[1]!.separator;
  // Three bare numbers may be entry, stop and target.
  const isClear = separator === 'range' ? numbers.length === 2 || (hasStop && hasExit) : hasStop && hasExit;
  if (!isClear) return [];
  return numbers.slice(0, 2).flatMap((_, index) => assign(entryFields[index], numbers, index));
};

const assignEntries = (claims: readonly Claim[]): Assigned[] => {
  const explicit = claims.filter(
    ({ labels, implied }) => !implied && labels.length === 1 && labels[0]!.level === 'entry',
  );
  const labelled = explicit.filter(({ numbers }) => numbers.length > 0);
  if (labelled.length === 0) return isLabelled(claims, 'entry') ? [] : assignImplied(claims);
  let next = 0;
  return labelled.flatMap(({ labels, numbers }) => {
    const from = labels[0]!.ordinal ? labels[0]!.ordinal - 1 : next;
    next = from + numbers.length;
    return numbers.flatMap((_, index) => assign(entryFields[from + index], numbers, index));
  });
};

const assignExits = (claims: readonly Claim[]): Assigned[] => {
  let next = 0;
  return claims.flatMap((claim) => {
    const { labels, numbers, implied } = claim;
    if (implied || labels.length !== 1 || labels[0]!.level !== 'exit' || numbers.length === 0) return [];
    const { ordinal } = labels[0]!;
    if (ordinal) {
      next = ordinal;
      // "TP1 1.09-1.10" is a zone, of which no single price is the target.
      const isZoned = numbers[1]?.separator === 'range';
      return isZoned ? [] : assign(exitFields[ordinal - 1], numbers, 0);
    }
    const from = next;
    next += numbers.length;
    return numbers.flatMap((_, index) =>
      assign(exitFields[from + index], numbers, index).map((one) => ({ ...one, list: claim })),
    );
  });
};

/** "SL/TP: 1.0790/1.0900": as many numbers as labels. */
const assignGroups = (claims: readonly Claim[]): Assigned[] =>
  claims.flatMap(({ labels, numbers }) => {
    if (labels.length < 2 || labels.length !== numbers.length) return [];
    const seen = { entry: 0, stop: 0, exit: 0 };
    return labels.flatMap(({ level, ordinal }, index) => {
      const position = ordinal ? ordinal - 1 : seen[level];
      seen[level]++;
      const field =
        level === 'stop'
          ? 'invalidation_level'
          : level === 'entry'
            ? entryFields[position]
            : exitFields[position];
      return assign(field, numbers, index);
    });
  });

const assignStop = (claims: readonly Claim[]): Assigned[] =>
  claims.flatMap(({ labels, numbers, implied }) =>
    !implied && labels.length === 1 && labels[0]!.level === 'stop'
      ? numbers.flatMap((_, index) => assign('invalidation_level', numbers, index))
      : [],
  );

const order: readonly LevelField[] = ['entry_1', 'entry_2', 'invalidation_level', ...exitFields];

/** Chooses the value of each level; what is out of reach or named twice with different values is left out. */
export const readLevels = (claims: readonly Claim[], pair: string | undefined): ReadLevels => {
  const assigned = [
    ...assignEntries(claims),
    ...assignStop(claims),
    ...assignExits(claims),
    ...assignGroups(claims),
  ].sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
  const values = chooseReadings(assigned, pair);
  const levels: ReadLevels = {};
  const doubtful = new Set<LevelField>();
  const brokenLists = new Set<Claim>();
  for (const [index, { field, number, list }] of assigned.entries()) {
    const value = values[index];
    // Behind a number that is no target, the position of the next one in the list is unknown.
    if (!value && list) brokenLists.add(list);
    if (!value || (list && brokenLists.has(list))) continue;
    const other = levels[field];
    if (other && !Big(other.value).eq(value)) doubtful.add(field);
    levels[field] ??= { value, item: number.item };
  }
  for (const field of doubtful) delete levels[field];
  const { entry_1: from, entry_2: to } = levels;
  if (to && (!from || !isZone(from.value, to.value) || Big(from.value).eq(to.value))) delete levels.entry_2;
  return levels;
};

/** Whether every level is on the side of the entry where the direction wants it. */
const agree = (levels: ReadLevels, direction: OrderType): boolean => {
  const sign = direction === 'BUY' ? 1 : -1;
  const get = (fields: readonly LevelField[]) =>
    fields.flatMap((field) => (levels[field] ? [Big(levels[field].value).times(sign)] : []));
  const ranks = [get(['invalidation_level']), get(entryFields), get(exitFields)].filter(
    (rank) => rank.length > 0,
  );
  return ranks.every((rank, index) =>
    ranks.slice(index + 1).every((further) => rank.every((a) => further.every((b) => a.lt(b)))),
  );
};

/**
 * The direction of the levels and of the text together: null if they contradict each other, undefined if neither says
 * one.
 */
export const settleDirection = (
  levels: ReadLevels,
  stated: OrderType | undefined,
): OrderType | null | undefined => {
  if (stated) return agree(levels, stated) ? stated : null;
  const fits = (['BUY', 'SELL'] as const).filter((direction) => agree(levels, direction));
  if (fits.length === 0) return null;
  const { entry_1, invalidation_level, exit_1 } = levels;
  return fits.length === 1 && entry_1 && invalidation_level && exit_1 ? fits[0] : undefined;
};
