import { type LessonTag, type ResultLevel, resultLevels } from '../../contract/ideas/ideas.ts';
import { levelNames, listResultLevels } from '../../contract/ideas/levels.ts';
import type { Idea } from './idea-model.ts';

/** "Exit 1", or the name itself for an unknown level. */
export const formatResultLevel = (name: string): string => {
  const known = resultLevels.find((level) => level === name);
  return known ? levelNames[known] : name;
};

const lessonTagLabels: Record<LessonTag, string> = {
  entry: 'Entry',
  invalidation: 'Invalidation',
  size: 'Position size',
  news: 'News',
  patience: 'Patience',
  thesis_wrong: 'Wrong thesis',
  other: 'Other',
};
/** What a lesson is about, or the value itself if it is unknown. */
export const formatLessonTag = (tag: string): string => lessonTagLabels[tag as LessonTag] ?? tag;

/** The levels this idea has and may have reached, with prices. */
export const listReachableLevels = (idea: Idea): { name: ResultLevel; price: string }[] => {
  return listResultLevels(idea.status).flatMap((name) => {
    const price = idea[name];
    return price === null ? [] : [{ name, price }];
  });
};

/** The level that the form starts with: the stored one if the status still allows it, or the status's default. */
export const initialResultLevel = ({
  status,
  result_level,
}: Pick<Idea, 'status' | 'result_level'>): ResultLevel => {
  if (result_level && listResultLevels(status).includes(result_level)) return result_level;
  return status === 'unsuccessful' ? 'invalidation_level' : 'exit_1';
};

/** The value of a `datetime-local` input, in the reader's time zone. */
export const toDateTimeInput = (at: Date): string => {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
};

/** How far clock changes move the clock. */
const CLOCK_CHANGES_MS = [-60, -30, 0, 30, 60].map((minutes) => minutes * 60_000);

/** The times of such a value in ISO 8601 (UTC): none for an empty one, two in the hour that a clock change repeats. */
export const parseDateTimeInput = (text: string): string[] => {
  const first = Date.parse(text);
  if (Number.isNaN(first)) return [];
  const times = CLOCK_CHANGES_MS.map((change) => new Date(first + change));
  const same = times.filter((at) => toDateTimeInput(at) === text);
  // A clock change leaves out some times; they are those after it.
  return (same.length > 0 ? same : [new Date(first)]).map((at) => at.toISOString());
};
