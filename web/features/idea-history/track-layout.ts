import Big from 'big.js';
import { exitNames, formatR, type Levels, riskReward } from '../../../contract/levels.ts';

type TrackName = Exclude<keyof Levels, 'order_type'>;
/** A level on the track. `at` runs from 0 to 1 in the direction of the idea: risk on the left, reward on the right. */
export type TrackMark = {
  name: TrackName;
  kind: 'invalidation' | 'entry' | 'exit';
  price: string;
  at: number;
};
export type TrackSpan = { from: number; to: number };

type TrackLayout = {
  marks: TrackMark[];
  /** From invalidation to the nearest entry; null when invalidation is on the wrong side. */
  risk: TrackSpan | null;
  /** Between the two entries. */
  entry: TrackSpan | null;
  /** From entry 1 to the furthest exit in the idea's direction. */
  reward: TrackSpan | null;
};

const levelOrder = ['invalidation_level', 'entry_2', 'entry_1', ...exitNames] as const;
const levelKind = (name: TrackName): TrackMark['kind'] =>
  name === 'invalidation_level' ? 'invalidation' : name.startsWith('entry') ? 'entry' : 'exit';
const span = (a: number, b: number): TrackSpan => ({ from: Math.min(a, b), to: Math.max(a, b) });

/** Positions of the levels on a line, to scale. */
export const layoutTrack = (levels: Levels): TrackLayout => {
  const direction = levels.order_type === 'BUY' ? 1 : -1;
  const present = levelOrder.flatMap((name) => {
    const price = levels[name];
    return price === null ? [] : [{ name, price, value: new Big(price).times(direction) }];
  });
  const sorted = present.toSorted((a, b) => a.value.cmp(b.value));
  const [lowest, highest] = [sorted[0]!.value, sorted.at(-1)!.value];
  const extent = highest.minus(lowest);
  const toPosition = (value: Big) =>
    extent.eq(0) ? 0.5 : Number(value.minus(lowest).div(extent).toFixed(6));
  const marks = present.map(({ name, price, value }) => ({
    name,
    kind: levelKind(name),
    price,
    at: toPosition(value),
  }));
  const at = (name: TrackName) => marks.find((mark) => mark.name === name)?.at;

  const [start, second, stop] = [at('entry_1')!, at('entry_2'), at('invalidation_level')!];
  // The risk is drawn from the entry nearest to invalidation. R is still computed from entry 1.
  const nearest = second !== undefined && second > stop && second < start ? second : start;
  const gains = exitNames.flatMap((name) => at(name) ?? []).filter((exit) => exit > start);
  return {
    marks,
    risk: stop < start ? span(stop, nearest) : null,
    entry: second === undefined ? null : span(second, start),
    reward: gains.length > 0 ? span(start, Math.max(...gains)) : null,
  };
};

export const levelLabels: Record<TrackName, string> = {
  invalidation_level: 'Invalidation',
  entry_1: 'Entry 1',
  entry_2: 'Entry 2',
  exit_1: 'Exit 1',
  exit_2: 'Exit 2',
  exit_3: 'Exit 3',
};

/** The levels in words, for screen readers. */
export const describeTrack = (levels: Levels): string => {
  const rs = new Map(riskReward(levels)?.exits.map(({ name, r }) => [name as TrackName, formatR(r)]));
  return levelOrder
    .flatMap((name) => {
      const price = levels[name];
      const r = rs.get(name);
      return price === null ? [] : [`${levelLabels[name]} ${price}${r ? `, ${r}` : ''}`];
    })
    .join('. ');
};
