import Big from 'big.js';
import { riskReward } from '../../../contract/levels.ts';
import { type Idea, toLevels } from '../../entities/idea/idea-model.ts';

/** What ideas may be ordered by. */
export const sortKeys = [
  'age',
  'pair',
  'direction',
  'type',
  'timeFrame',
  'entry',
  'invalidation',
  'r',
] as const;
export type SortKey = (typeof sortKeys)[number];
export type Sort = { by: SortKey; descending: boolean };

/** Newest first, as everywhere. */
export const startSort: Sort = { by: 'age', descending: false };

/** Minutes of a time frame such as 15m, 4H, 1D, 1W, 1M (a month); what says something else comes last. */
export const minutesOf = (timeFrame: string): number => {
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
  const each = unit === undefined ? undefined : minutes[unit];
  return each === undefined ? Number.POSITIVE_INFINITY : Number(count) * each;
};

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byPrice = (a: string, b: string) => new Big(a).cmp(b);
const rOf = (idea: Idea) => riskReward(toLevels(idea))?.headline ?? null;

const comparisons: Record<SortKey, (a: Idea, b: Idea) => number> = {
  age: (a, b) => byText(b.createdAt, a.createdAt),
  pair: (a, b) => byText(a.pair, b.pair),
  direction: (a, b) => byText(a.orderType, b.orderType),
  type: (a, b) => byText(a.ideaType, b.ideaType),
  timeFrame: (a, b) => minutesOf(a.timeFrame) - minutesOf(b.timeFrame) || 0,
  entry: (a, b) => byPrice(a.entry1, b.entry1),
  invalidation: (a, b) => byPrice(a.invalidationLevel, b.invalidationLevel),
  r: (a, b) => (rOf(a) ?? new Big(-1e9)).cmp(rOf(b) ?? new Big(-1e9)),
};

/** Ideas in a chosen order; equals keep theirs, and invalid ones stay last whichever way it goes (DESIGN §15). */
export const sortIdeas = (ideas: readonly Idea[], { by, descending }: Sort): Idea[] => {
  const compare = comparisons[by];
  const isOver = (idea: Idea) => Number(idea.status === 'invalid');
  return ideas.toSorted((a, b) => isOver(a) - isOver(b) || (descending ? compare(b, a) : compare(a, b)));
};

/** Pressing a column again turns it; another one begins with what people look for first: the largest R. */
export const nextSort = (now: Sort, by: SortKey): Sort =>
  now.by === by ? { by, descending: !now.descending } : { by, descending: by === 'r' };
