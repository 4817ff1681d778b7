import Big from 'big.js';
import { getPlan, riskReward } from '../../../contract/ideas/levels.ts';
import { compareTimeFrames } from '../../../contract/ideas/time-frames.ts';
import type { Idea } from '../idea-model.ts';

export const sortLabels = {
  age: 'Age',
  r: 'R',
  pair: 'Pair',
  educator: 'Educator',
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

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byPrice = (a: string, b: string) => new Big(a).cmp(b);
const headlineR = (idea: Idea) => riskReward(getPlan(idea))?.headline ?? null;

const comparators: Record<SortKey, (a: Idea, b: Idea) => number> = {
  age: (a, b) => byText(b.created_at, a.created_at),
  pair: (a, b) => byText(a.pair, b.pair),
  educator: (a, b) => a.educator_name.localeCompare(b.educator_name),
  direction: (a, b) => byText(a.order_type, b.order_type),
  type: (a, b) => byText(a.idea_type, b.idea_type),
  timeFrame: (a, b) => compareTimeFrames(a.time_frame, b.time_frame),
  entry: (a, b) => byPrice(a.entry_1, b.entry_1),
  invalidation: (a, b) => byPrice(a.invalidation_level, b.invalidation_level),
  r: (a, b) => (headlineR(a) ?? new Big(-1e9)).cmp(headlineR(b) ?? new Big(-1e9)),
};

/** A stable sort that keeps invalid ideas last in both directions (SPEC §10). */
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
