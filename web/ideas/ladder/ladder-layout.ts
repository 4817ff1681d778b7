import Big from 'big.js';
import { type ExitName, exitNames, riskReward } from '../../../contract/ideas/levels.ts';
import { hasAllLevels, type LadderLevels, type LevelName } from '../../shared/level-text.ts';

export type RungKind = 'invalidation' | 'entry' | 'exit';

/** A level on the axis, in pixels from the top. `labelY` differs from `y` where labels would collide. */
export type Rung = {
  name: LevelName;
  kind: RungKind;
  price: string;
  /** The price it was published with, if it was moved since. */
  movedFrom: string | null;
  /** R multiple of the published level; −1 at the invalidation level, null when R is undefined. */
  r: Big | null;
  y: number;
  labelY: number;
};
export type Span = { top: number; bottom: number };

export type LadderLayout = {
  /** Top to bottom: the highest price first. */
  rungs: Rung[];
  /** From the highest to the lowest level. */
  track: Span | null;
  /** From the invalidation level to its nearest entry (hatched). Null without a risk. */
  risk: Span | null;
  /** Between entry 1 and entry 2. */
  entry: Span | null;
  /** From entry 1 to the furthest exit in the idea's direction. */
  reward: Span | null;
  /** Whole multiples of the risk between entry 1 and the furthest exit. */
  marks: number[];
  /** Whether R is defined: all levels are there, and the invalidation level is on the losing side. */
  scale: 'full' | 'incomplete' | 'no-risk' | 'wrong-side';
};

type LadderSize = {
  height: number;
  /** Space above the highest and below the lowest level. */
  margin: number;
  /** Minimum distance between two labels. */
  gap: number;
};

/** More marks would not be readable as a scale. */
const MAX_MARKS = 12;

/** From the losing side outwards: the order of levels with equal prices. */
const outward: readonly LevelName[] = ['invalidation_level', 'entry_2', 'entry_1', ...exitNames];
const findKind = (name: LevelName): RungKind =>
  name === 'invalidation_level' ? 'invalidation' : name.startsWith('entry') ? 'entry' : 'exit';

/**
 * Places labels as close to their levels as a minimum gap and the bounds allow: isotonic least squares
 * (pool-adjacent-violators on y - i * gap), then clamped. `ys` must ascend.
 */
export const separateLabels = (ys: readonly number[], gap: number, top: number, bottom: number): number[] => {
  const room = ys.length > 1 ? Math.min(gap, (bottom - top) / (ys.length - 1)) : gap;
  const blocks: { sum: number; count: number }[] = [];
  ys.forEach((y, index) => {
    let block = { sum: y - index * room, count: 1 };
    for (
      let last = blocks.at(-1);
      last && last.sum / last.count >= block.sum / block.count;
      last = blocks.at(-1)
    ) {
      blocks.pop();
      block = { sum: last.sum + block.sum, count: last.count + block.count };
    }
    blocks.push(block);
  });
  const highest = bottom - (ys.length - 1) * room;
  return blocks
    .flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count))
    .map((at, index) => Math.min(Math.max(at, top), highest) + index * room);
};

const rMultiples = (levels: LadderLevels): ReadonlyMap<LevelName, Big> => {
  const found = hasAllLevels(levels) ? riskReward(levels) : null;
  if (!found) return new Map();
  return new Map<LevelName, Big>([
    ['invalidation_level', new Big(-1)],
    ...found.exits.map(({ name, r }): [ExitName, Big] => [name, r]),
  ]);
};

const computeScale = (levels: LadderLevels): LadderLayout['scale'] => {
  if (levels.entry_1 === null || levels.invalidation_level === null) return 'incomplete';
  const distance = new Big(levels.entry_1).minus(levels.invalidation_level);
  if (distance.eq(0)) return 'no-risk';
  if (distance.gt(0) !== (levels.order_type === 'BUY')) return 'wrong-side';
  return hasAllLevels(levels) ? 'full' : 'incomplete';
};

/** Where a price stands on the axis of a layout, `beyond` which of its ends; null without a level. */
export const placePrice = ({ rungs, track }: LadderLayout, price: string) => {
  const [high, low] = [Number(rungs[0]?.price), Number(rungs.at(-1)?.price)];
  if (!track) return null;
  if (Number(price) > high) return { y: track.top, beyond: 'above' } as const;
  if (Number(price) < low) return { y: track.bottom, beyond: 'below' } as const;
  const share = high === low ? 0 : (high - Number(price)) / (high - low);
  return { y: track.top + share * (track.bottom - track.top), beyond: null };
};

const span = (a: number, b: number): Span => ({ top: Math.min(a, b), bottom: Math.max(a, b) });

/**
 * Lays out the levels of an idea to scale on one axis, with higher prices above. R is that of `plan`, the levels the
 * idea was published with.
 */
export const layoutLadder = (
  levels: LadderLevels,
  { height, margin, gap }: LadderSize,
  plan: LadderLevels = levels,
): LadderLayout => {
  const top = margin;
  const bottom = height - margin;
  const up = levels.order_type === 'BUY';
  const present = (up ? outward.toReversed() : outward).flatMap((name) => {
    const price = levels[name];
    return price === null ? [] : [{ name, price, value: new Big(price) }];
  });
  // toSorted is stable: equal prices keep the order of `outward`.
  const sorted = present.toSorted((a, b) => b.value.cmp(a.value));
  const scale = computeScale(plan);
  const nothing = { risk: null, entry: null, reward: null, marks: [], scale };
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return { rungs: [], track: null, ...nothing };

  const extent = first.value.minus(last.value);
  const toY = (value: Big): number =>
    extent.eq(0)
      ? (top + bottom) / 2
      : top + Number(first.value.minus(value).div(extent).toFixed(6)) * (bottom - top);
  const ys = sorted.map(({ value }) => toY(value));
  const labelYs = separateLabels(ys, gap, top, bottom);
  const r = rMultiples(plan);
  const rungs = sorted.map(({ name, price, value }, index): Rung => {
    const published = plan[name];
    return {
      name,
      kind: findKind(name),
      price,
      movedFrom: published === null || value.eq(published) ? null : published,
      r: r.get(name) ?? null,
      y: ys[index]!,
      labelY: labelYs[index]!,
    };
  });
  const track = span(ys[0]!, ys.at(-1)!);
  const at = new Map(rungs.map((rung) => [rung.name, rung.y]));
  const drawn = zones(at, up, scale);
  // A distant level may shrink the reward zone to nothing: then there are no marks.
  const { reward } = drawn;
  const marks = reward ? wholeRs(plan, toY).filter((y) => y >= reward.top && y <= reward.bottom) : [];
  return { rungs, track, ...drawn, marks, scale };
};

/** The coloured zones of the axis. `at` maps each level to its y. */
const zones = (at: ReadonlyMap<LevelName, number>, up: boolean, scale: LadderLayout['scale']) => {
  const [entry1, entry2, stop] = [at.get('entry_1'), at.get('entry_2'), at.get('invalidation_level')];
  // Outer means a smaller y for a bullish idea, a larger y for a bearish one.
  const outer = (a: number, b: number) => (up ? a < b : a > b);
  const entry = entry1 !== undefined && entry2 !== undefined ? span(entry1, entry2) : null;
  const sound = scale === 'full' || scale === 'incomplete';
  let risk: Span | null = null;
  if (sound && entry1 !== undefined && stop !== undefined) {
    const between = entry2 !== undefined && outer(entry1, entry2) && outer(entry2, stop);
    risk = span(between ? entry2 : entry1, stop);
  }
  let reward: Span | null = null;
  if (entry1 !== undefined) {
    const exits = exitNames
      .flatMap((name) => at.get(name) ?? [])
      .filter((exit) => outer(exit, entry1))
      .toSorted((a, b) => (outer(a, b) ? -1 : 1));
    if (exits[0] !== undefined) reward = span(entry1, exits[0]);
  }
  return { risk, entry, reward };
};

const wholeRs = (levels: LadderLevels, yOf: (value: Big) => number): number[] => {
  if (!hasAllLevels(levels)) return [];
  const found = riskReward(levels);
  if (!found) return [];
  const furthest = found.exits.reduce((most, { r }) => (r.gt(most) ? r : most), new Big(0));
  const count = Number(furthest.round(0, Big.roundDown));
  if (count < 1 || count > MAX_MARKS) return [];
  const entry = new Big(levels.entry_1);
  const risk = entry.minus(levels.invalidation_level);
  return Array.from({ length: count }, (_, index) => yOf(entry.plus(risk.times(index + 1))));
};
