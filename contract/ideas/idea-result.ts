import Big from 'big.js';
import { hasEnded, type IdeaStatus, normalizeStatus, type ResultLevel, type TradeIdea } from './ideas.ts';
import { formatResultR, getPlan, type Levels, levelNames, resultAtLevel } from './levels.ts';

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

type ReportedIdea = Levels &
  Pick<TradeIdea, 'status' | 'result_level' | 'plan' | 'levels_at_close' | 'first_levels'>;

/** Of the plan, and of what it was before it was corrected just before the close: the track record has the same range. */
const findRange = (idea: ReportedIdea, level: ResultLevel): IdeaResult['range'] => {
  const find = (plan: Levels) => resultAtLevel(plan, idea.levels_at_close ?? idea, level);
  const range = find(getPlan(idea));
  const first = idea.first_levels && find(idea.first_levels);
  if (!range || !first) return range;
  return {
    low: first.low.lt(range.low) ? first.low : range.low,
    high: first.high.gt(range.high) ? first.high : range.high,
  };
};

/** What an idea ended with, as the educator reported it; null while it is open. */
export const describeResult = (idea: ReportedIdea): IdeaResult | null => {
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
  const range = findRange(idea, level);
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
