import Big from 'big.js';
import {
  hasEnded,
  type IdeaStatus,
  type LessonTag,
  normalizeStatus,
  type ResultLevel,
  resultLevels,
} from '../../contract/ideas/ideas.ts';
import { formatResultR, getPlan, listResultLevels, resultAtLevel } from '../../contract/ideas/levels.ts';
import { levelNames } from '../shared/level-text.ts';
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

/** How an idea ended: the level reached, and what that paid in R. */
type IdeaResult = {
  /** The level that R belongs to; null if the status says nothing either. */
  level: ResultLevel | null;
  /** "Exit 1", "At least exit 1", "Stopped at invalidation", "Invalid" or "Result not recorded". */
  label: string;
  /** "+2.6R", or "−1R to 0R" if nobody recorded more; null without an R. */
  r: string | null;
  /** The same as numbers, from worst to best. */
  range: { low: Big; high: Big } | null;
  tone: 'win' | 'loss' | 'even';
};

/** What a status says about the level while none is reported; the track record counts the same. */
const impliedLevels: Partial<Record<IdeaStatus, ResultLevel>> = {
  successful: 'exit_1',
  invalid: 'invalidation_level',
};

/** "Exit 1", or "Stopped at invalidation": where an idea ended. */
export const formatReached = (level: ResultLevel): string =>
  level === 'invalidation_level' ? 'Stopped at invalidation' : levelNames[level];

/** What an idea ended with, as the educator reported it; null while it is open. */
export const describeResult = (idea: Idea): IdeaResult | null => {
  if (!hasEnded(idea.status)) return null;
  const unknown: IdeaResult = {
    level: null,
    label: 'Result not recorded',
    r: null,
    range: null,
    tone: 'even',
  };
  const level = idea.result_level ?? impliedLevels[normalizeStatus(idea.status)] ?? null;
  if (level === null) return unknown;
  const range = resultAtLevel(getPlan(idea), idea.levels_at_close ?? idea, level);
  const implied = level === 'exit_1' ? 'At least exit 1' : 'Invalid';
  const label = idea.result_level ? formatReached(level) : implied;
  if (!range) return { ...unknown, level, label };
  // Nobody says whether an invalid idea was entered before.
  const high = idea.status === 'invalid' && range.high.lt(0) ? new Big(0) : range.high;
  const [worst, best] = [range.low, high].map(formatResultR);
  return {
    level,
    label,
    r: worst === best ? (best ?? null) : `${worst} to ${best}`,
    range: { low: range.low, high },
    tone: range.low.gt(0) ? 'win' : range.low.lt(0) && high.lte(0) ? 'loss' : 'even',
  };
};

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
