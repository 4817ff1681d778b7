import type { OrderType } from '../../../contract/ideas/ideas.ts';
import { type LevelField, levelFields } from '../../ideas/idea-model.ts';
import { findNeighbour, takeFirstSignal } from './first-signal.ts';
import { type Claim, collectClaims, findDirection } from './signal-claims.ts';
import { isSameInstrument } from './signal-instruments.ts';
import { findItems, type Item } from './signal-items.ts';
import { type ReadLevels, readLevels, settleDirection } from './signal-levels.ts';
import { tokenize } from './signal-tokens.ts';

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

/** A ticker that is also a word counts in a place of its own only. */
const isPlausible = (items: readonly Item[], index: number): boolean => {
  const item = items[index]!;
  if (item.is !== 'pair' || item.certainty !== 'word' || item.tagged) return true;
  return [findNeighbour(items, index, -1), findNeighbour(items, index, 1)].some(
    (neighbour) => neighbour?.is === 'direction',
  );
};

type Candidate = { item: Item & { is: 'pair' }; index: number; score: number };

const certainties = { pair: 2, name: 1, word: 0 };

/** The other pairs of the sentence before its first price: "EUR/USD and GBP/USD buy 1.0842". */
const isRival = (items: readonly Item[], first: Candidate, other: Candidate): boolean => {
  if (isSameInstrument(other.item.pair, first.item.pair)) return false;
  if (other.score === first.score) return true;
  const [from, to] = [first.index, other.index].sort((a, b) => a - b);
  return items.slice(from, to).every(({ is }) => is !== 'break' && is !== 'number');
};

/** The pair of a signal: the one beside its direction; none if that leaves several. */
const findPair = (items: readonly Item[]): (Item & { is: 'pair' }) | undefined => {
  const candidates: Candidate[] = items.flatMap((item, index) => {
    if (item.is !== 'pair' || !isPlausible(items, index)) return [];
    const isBeside = ([-1, 1] as const).some((step) => findNeighbour(items, index, step)?.is === 'direction');
    const isNamed = items.slice(Math.max(0, index - 3), index).some(({ is }) => is === 'pair-label');
    const beside = isBeside && item.certainty !== 'word' ? 10 : 0;
    return [{ item, index, score: (isNamed ? 20 : 0) + beside + certainties[item.certainty] }];
  });
  const best = Math.max(...candidates.map(({ score }) => score));
  const first = candidates.find(({ score }) => score === best);
  return first && !candidates.some((other) => isRival(items, first, other)) ? first.item : undefined;
};

const findTimeFrame = (items: readonly Item[]): (Item & { is: 'time-frame' }) | undefined => {
  const found = items.filter((item) => item.is === 'time-frame');
  const labelled = items.filter(
    (item, index): item is Item & { is: 'time-frame' } =>
      item.is === 'time-frame' &&
      items.slice(Math.max(0, index - 2), index + 2).some(({ is }) => is === 'time-frame-label'),
  );
  const [first, ...others] = labelled.length > 0 ? labelled : found;
  return first && others.every(({ frame }) => frame === first.frame) ? first : undefined;
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
  return items.some(({ is }) => is === 'label') || items.every(({ is }) => is !== 'none' && is !== 'report');
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
      item.is === 'number' && !used.has(item) && !collected.ordinals.has(item)
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
