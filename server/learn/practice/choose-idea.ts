import type { AskableIdea } from './askable-ideas.ts';

const isAlike = (one: AskableIdea, other: AskableIdea): boolean =>
  one.market === other.market && one.lessonTag === other.lessonTag;

/** Draws one idea, those like a missed one four times as likely. `random` is in [0, 1). Undefined if there is none. */
export const chooseIdea = (
  ideas: readonly AskableIdea[],
  misses: readonly AskableIdea[],
  random: number,
): AskableIdea | undefined => {
  const alike = ideas.filter((idea) => misses.some((miss) => isAlike(idea, miss)));
  const urn = [...ideas, ...alike, ...alike, ...alike];
  return urn[Math.floor(random * urn.length)];
};
