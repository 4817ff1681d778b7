import Big from 'big.js';
import type { OrderType } from '../../../contract/ideas/ideas.ts';
import { type LevelField, levelFields } from '../../../contract/ideas/levels.ts';
import { currencies, indices, oils } from '../../ideas/known-instruments.ts';
import { ONE_POINT_GROUP, readPrice } from '../../shared/decimal-input.ts';
import {
  type Claim,
  type ClaimedNumber,
  collectClaims,
  findDirection,
  findPair,
  findTimeFrame,
  takeFirstSignal,
} from './signal-claims.ts';
import { findItems, type Item, isOneOf, type NumberItem } from './signal-items.ts';
import { countDecimals, tokenize } from './signal-tokens.ts';

/** The fields that a signal can fill. */
export const signalFields = ['pair', 'time_frame', 'order_type', ...levelFields] as const;
export type SignalField = (typeof signalFields)[number];
/** Values found in a signal, by form field. */
export type SignalValues = { [Name in Exclude<SignalField, 'order_type'>]?: string } & {
  order_type?: OrderType;
};
/** The part of the pasted text that a field was read from. */
type SignalSpan = { field: SignalField; start: number; end: number };

export type Signal = {
  values: SignalValues;
  /** In the order of the text. */
  spans: SignalSpan[];
  /** Numbers that fill no field, as written. */
  unused: string[];
  /** The levels are on the wrong sides for this direction, or for both. Then only the pair is filled. */
  contradicts: OrderType | 'both' | null;
  /** Every pair that the text may mean, where it may mean several. Then the pair is not filled. */
  pairs: readonly string[];
  /** More signals follow, which are not read. */
  hasMore: boolean;
};

const smallCurrencies = new Set(['JPY', 'HUF', 'THB', 'INR', 'KRW', 'CZK', 'TRY']);
const isSmall = (currency: string) => smallCurrencies.has(currency);

/**
 * How far apart levels of one idea can be, as a factor, and the prices that are usual where known. Currencies hardly
 * move by a quarter; a meme coin's targets may be three times its entry.
 */
const getPriceLimits = (pair: string | undefined): { factor: number; usual: [number, number] | null } => {
  const [base = '', quote = ''] = (pair ?? '').split('/');
  if (currencies.has(base) && currencies.has(quote))
    return {
      factor: 1.25,
      usual: isSmall(base) === isSmall(quote) ? [0.001, 30] : isSmall(quote) ? [2, 2000] : [0.0005, 1],
    };
  if (base === 'XAU') return { factor: 1.5, usual: [200, 20_000] };
  if (base === 'XAG') return { factor: 1.5, usual: [3, 300] };
  if (base === 'DXY' || base === 'USDX') return { factor: 1.25, usual: [50, 200] };
  if (oils.has(base)) return { factor: 1.5, usual: [5, 400] };
  if (indices.has(base) && !['VIX', 'SING30', 'SG30'].includes(base))
    return { factor: 1.5, usual: [400, 200_000] };
  if (base === 'BTC') return { factor: 3, usual: [2_000, 2_000_000] };
  if (base === 'ETH' && quote !== 'BTC') return { factor: 3, usual: [100, 50_000] };
  return { factor: 3, usual: null };
};

const timesThousand = (value: string) => Big(value).times(1000).toFixed();

/** Every number that the text may mean: "64,250" is 64250 or 64.250. The first is the product's own reading. */
const listReadings = ({ item }: ClaimedNumber, next: ClaimedNumber | undefined): string[] => {
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
const chooseReadings = (candidates: readonly Candidate[], pair: string | undefined): (string | null)[] => {
  const [first, ...others] = candidates;
  const anchor = first ? chooseAnchor(first, others, pair) : null;
  if (anchor === null) return candidates.map(() => null);
  const { factor } = getPriceLimits(pair);
  return candidates.map((candidate) => {
    const near = candidate.readings.filter(
      (value) => isWithin(value, anchor, factor) && !isCount(value, anchor),
    );
    return near.length === 1 ? near[0]! : null;
  });
};

/** Both ends of an entry zone are close: "1.0842/50" and "190-88" are short for something else. */
const isZone = (from: string, to: string): boolean => {
  const isShort =
    countDecimals(to) < countDecimals(from) || to.split('.')[0]!.length < from.split('.')[0]!.length;
  return isWithin(from, to, isShort ? 1.02 : 1.2);
};

type Assigned = { field: LevelField; number: ClaimedNumber; readings: string[]; list?: Claim };
type ReadLevel = { value: string; item: NumberItem };
type ReadLevels = { [Field in LevelField]?: ReadLevel };

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
      // Of "TP1 1.09-1.10" and "Targets (3): 1.09, 1.10", no single price is this target.
      return numbers.length > 1 ? [] : assign(exitFields[ordinal - 1], numbers, 0);
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
const readLevels = (claims: readonly Claim[], pair: string | undefined): ReadLevels => {
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
const settleDirection = (levels: ReadLevels, stated: OrderType | undefined): OrderType | null | undefined => {
  if (stated) return agree(levels, stated) ? stated : null;
  const fits = (['BUY', 'SELL'] as const).filter((direction) => agree(levels, direction));
  if (fits.length === 0) return null;
  const { entry_1, invalidation_level, exit_1 } = levels;
  return fits.length === 1 && entry_1 && invalidation_level && exit_1 ? fits[0] : undefined;
};

/** Chat mentions pairs and prices too: without a label, the text may say nothing else. */
const isSignal = (
  items: readonly Item[],
  claims: readonly Claim[],
  levels: ReadLevels,
  pair: string | undefined,
  direction: boolean,
): boolean => {
  if (!pair && !direction) return false;
  if (levels.invalidation_level || levels.exit_1 || levels.exit_2 || levels.exit_3)
    return direction || levels.entry_1 !== undefined;
  if (!pair || !direction) return false;
  if (claims.some(({ implied, numbers }) => !implied && numbers.length > 0)) return true;
  if (!levels.entry_1) return false;
  return items.some(({ type }) => type === 'label') || !items.some((item) => isOneOf(item, 'none', 'report'));
};

const read = (text: string): Signal | null => {
  const { items, more } = takeFirstSignal(findItems(tokenize(text)));
  const pair = findPair(items);
  const collected = collectClaims(items, pair?.pair);
  if (collected.isUpdate) return null;
  const stated = findDirection(collected);
  const levels = readLevels(collected.claims, pair?.pair);
  const direction = settleDirection(levels, stated?.direction);
  const isContradictory = direction === null;
  if (!isSignal(items, collected.claims, levels, pair?.pair, Boolean(stated ?? direction))) return null;
  const frame = isContradictory ? undefined : findTimeFrame(items);

  const values: SignalValues = {};
  const spans: SignalSpan[] = [];
  const use = (field: SignalField, item: Item) => spans.push({ field, start: item.start, end: item.end });
  if (pair) {
    if (!pair.readings) values.pair = pair.pair;
    use('pair', pair);
  }
  if (direction) {
    values.order_type = direction;
    if (stated) use('order_type', stated.item);
  }
  if (frame) {
    values.time_frame = frame.frame;
    use('time_frame', frame);
  }
  const used = new Set<Item>();
  if (!isContradictory)
    for (const [field, level] of Object.entries(levels)) {
      values[field as LevelField] = level.value;
      use(field as LevelField, level.item);
      used.add(level.item);
    }
  return {
    values,
    spans: spans.sort((a, b) => a.start - b.start),
    unused: items.flatMap((item) =>
      item.type === 'number' && !used.has(item) && !collected.ordinals.has(item)
        ? [text.slice(item.start, item.end)]
        : [],
    ),
    contradicts: isContradictory ? (stated?.direction ?? 'both') : null,
    pairs: pair?.readings ?? [],
    hasMore: more,
  };
};

/** "18 420": grouping with plain spaces. In "TP 152 153" the same spaces separate two prices. */
const SPACE_GROUP = /(?<![\d.,] ?)(\d{1,3}) (?=\d{3}(?!\d))/g;

const countLevels = (signal: Signal | null) => levelFields.filter((field) => signal?.values[field]).length;

/** Reads the first signal of a pasted text: labels first, numbers second. Null if the text holds none. */
export const readSignal = (text: string): Signal | null => {
  const signal = read(text);
  if (countLevels(signal) > 0) return signal;
  const grouped = read(text.replace(SPACE_GROUP, '$1\u00a0'));
  // One number alone would prove nothing about the spaces.
  return countLevels(grouped) > 1 ? grouped : signal;
};
