import Big from 'big.js';
import { riskReward } from '../../../contract/levels.ts';
import { type Idea, toPlan } from '../../entities/idea/idea-model.ts';

export const sortLabels = {
  age: 'Age',
  r: 'R',
  pair: 'Pair',
  direction: 'Direction',
  type: 'Type',
  timeFrame: 'Time frame',
  entry: 'Entry',
  invalidation: 'Invalidation',
};
export type SortKey = keyof typeof sortLabels;
export type Sort = { by: SortKey; descending: boolean };

/** Newest first, as in every list. */
export const defaultSort: Sort = { by: 'age', descending: false };

/** Minutes of a time frame such as 15m, 4H, 1D, 1W or 1M (a month). Any other text is infinite, so it sorts last. */
export const parseTimeFrame = (timeFrame: string): number => {
  const [, count, unit] = /^\s*(\d+)\s*([a-zA-Z])/.exec(timeFrame) ?? [];
  const minutes: Record<string, number> = {
    m: 1,
    h: 60,
    H: 60,
    d: 1440,
    D: 1440,
    w: 10_080,
    W: 10_080,
    M: 43_200,
  };
  const minutesPerUnit = unit === undefined ? undefined : minutes[unit];
  return minutesPerUnit === undefined ? Number.POSITIVE_INFINITY : Number(count) * minutesPerUnit;
};

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byPrice = (a: string, b: string) => new Big(a).cmp(b);
const headlineR = (idea: Idea) => riskReward(toPlan(idea))?.headline ?? null;

const comparators: Record<SortKey, (a: Idea, b: Idea) => number> = {
  age: (a, b) => byText(b.createdAt, a.createdAt),
  pair: (a, b) => byText(a.pair, b.pair),
  direction: (a, b) => byText(a.orderType, b.orderType),
  type: (a, b) => byText(a.ideaType, b.ideaType),
  timeFrame: (a, b) => parseTimeFrame(a.timeFrame) - parseTimeFrame(b.timeFrame) || 0,
  entry: (a, b) => byPrice(a.entry1, b.entry1),
  invalidation: (a, b) => byPrice(a.invalidationLevel, b.invalidationLevel),
  r: (a, b) => (headlineR(a) ?? new Big(-1e9)).cmp(headlineR(b) ?? new Big(-1e9)),
};

/** A stable sort that keeps invalid ideas last in both directions (DESIGN §15). */
export const sortIdeas = (ideas: readonly Idea[], { by, descending }: Sort): Idea[] => {
  const compare = comparators[by];
  const isInvalid = (idea: Idea) => Number(idea.status === 'invalid');
  return ideas.toSorted(
    (a, b) => isInvalid(a) - isInvalid(b) || (descending ? compare(b, a) : compare(a, b)),
  );
};

/** Selecting the current column reverses it. R starts descending, because people look for the largest. */
export const toggleSort = (current: Sort, by: SortKey): Sort =>
  current.by === by ? { by, descending: !current.descending } : { by, descending: by === 'r' };
