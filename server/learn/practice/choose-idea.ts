import type { AskableIdea } from './askable-ideas.ts';

/** How much more likely an idea becomes if it is like all misses in one respect. */
const PREFERENCE = 3;

/** Upper ends of the ranges of exit 1's R; a further range is open. */
const R_RANGES = [1, 2, 3];
const getRRange = ({ baseline }: AskableIdea): number =>
  R_RANGES.filter((end) => 1 / baseline - 1 >= end).length;

const respects: readonly ((idea: AskableIdea) => string | number | null)[] = [
  ({ market }) => market,
  ({ lessonTag }) => lessonTag,
  getRRange,
];

/** 1 plus a share for the missed ideas that are alike in market, lesson topic and R range. */
export const computeWeight = (idea: AskableIdea, misses: readonly AskableIdea[]): number =>
  respects.reduce((weight, read) => {
    const value = read(idea);
    if (value === null || misses.length === 0) return weight;
    const alike = misses.filter((miss) => read(miss) === value).length;
    return weight + (PREFERENCE * alike) / misses.length;
  }, 1);

/** Picks one idea; `random` is in [0, 1). Undefined if there is none. */
export const chooseIdea = (
  ideas: readonly AskableIdea[],
  misses: readonly AskableIdea[],
  random: number,
): AskableIdea | undefined => {
  const weights = ideas.map((idea) => computeWeight(idea, misses));
  let rest = random * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, idea] of ideas.entries()) {
    rest -= weights[index]!;
    if (rest < 0) return idea;
  }
  // Rounding may leave a rest after the last idea.
  return ideas.at(-1);
};
