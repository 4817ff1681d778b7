import { type ResultLevel, resultLevels } from '../../../contract/ideas.ts';
import type { Idea } from './idea-model.ts';
import { levelNames } from './ladder/ladder-text.ts';

/** "Exit 1", or the text itself where it is no level we know. */
export const resultLevelName = (name: string): string => {
  const known = resultLevels.find((level) => level === name);
  return known ? levelNames[known] : name;
};

const holds: Record<ResultLevel, (idea: Idea) => string | null> = {
  invalidation_level: (idea) => idea.invalidationLevel,
  entry_1: (idea) => idea.entry1,
  exit_1: (idea) => idea.exit1,
  exit_2: (idea) => idea.exit2,
  exit_3: (idea) => idea.exit3,
};

/** The levels this idea has, with their prices: what may be answered to "Which level was reached?". */
export const reachableLevels = (idea: Idea): { name: ResultLevel; price: string }[] =>
  resultLevels.flatMap((name) => {
    const price = holds[name](idea);
    return price === null ? [] : [{ name, price }];
  });

/** What most ideas closed this way have reached. */
export const likelyLevel = (idea: Pick<Idea, 'status'>): ResultLevel =>
  idea.status === 'unsuccessful' ? 'invalidation_level' : 'exit_1';

/** The value of a `datetime-local` input: minutes in the reader's own zone. */
export const localMinute = (at: Date): string => {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
};

/** The time such an input holds, ISO 8601 in UTC; null where it holds none. */
export const timeOfLocalMinute = (text: string): string | null => {
  const at = new Date(text);
  return text && !Number.isNaN(at.getTime()) ? at.toISOString() : null;
};
