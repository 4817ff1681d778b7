import { type ResultLevel, resultLevels } from '../../../contract/ideas.ts';
import { type Idea, toLevels } from './idea-model.ts';
import { levelNames } from './ladder/ladder-text.ts';

/** "Exit 1", or the name itself for an unknown level. */
export const formatResultLevel = (name: string): string => {
  const known = resultLevels.find((level) => level === name);
  return known ? levelNames[known] : name;
};

/** The levels this idea has, with prices, as options for the level reached. */
export const listReachableLevels = (idea: Idea): { name: ResultLevel; price: string }[] => {
  const levels = toLevels(idea);
  return resultLevels.flatMap((name) => {
    const price = levels[name];
    return price === null ? [] : [{ name, price }];
  });
};

/** The default level for a status. */
export const defaultResultLevel = (idea: Pick<Idea, 'status'>): ResultLevel =>
  idea.status === 'unsuccessful' ? 'invalidation_level' : 'exit_1';

/** The value of a `datetime-local` input, in the reader's time zone. */
export const toDateTimeInput = (at: Date): string => {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
};

/** The time of such a value in ISO 8601 (UTC); null for an empty one. */
export const parseDateTimeInput = (text: string): string | null => {
  const at = new Date(text);
  return text && !Number.isNaN(at.getTime()) ? at.toISOString() : null;
};
