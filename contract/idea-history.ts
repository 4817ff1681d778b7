import type { IdeaTimeline } from './idea-timeline.ts';
import { hasEnded, ideaLevels, type TradeIdea } from './ideas.ts';
import type { Levels } from './levels.ts';
import { CORRECTION_WINDOW_MS } from './track-record.ts';

/** When the idea was closed, after a change made at `at`. Another closed status keeps the time; reopening removes it. */
export const findClosingTime = (before: TradeIdea, after: TradeIdea, at: Date): Date | null => {
  if (!hasEnded(after.status)) return null;
  return before.closed_at === null ? at : new Date(before.closed_at);
};

const levelFields = Object.keys(ideaLevels.shape) as (keyof Levels)[];

const pickLevels = (idea: Levels): Levels =>
  Object.fromEntries(levelFields.map((field) => [field, idea[field]])) as Levels;

/**
 * The levels that count, if they are not the current ones: contract/idea-timeline.ts finds the same in the ledger.
 * While the idea is open and five minutes old at most, every change corrects the plan; later ones leave it as it is.
 */
export const lockPlan = (before: TradeIdea, after: TradeIdea, at: Date): Levels | null => {
  const age = at.getTime() - Date.parse(before.created_at);
  if (age <= CORRECTION_WINDOW_MS && !hasEnded(before.status)) return null;
  if (before.plan || levelFields.every((field) => before[field] === after[field])) return before.plan;
  return pickLevels(before);
};

/** Closing time and plan of an idea as the ledger has them. */
export const toHistoryColumns = ({ end, published, state }: IdeaTimeline) => ({
  closedAt: end && new Date(end.closed_at),
  plan: levelFields.every((field) => published[field] === state[field]) ? null : pickLevels(published),
});
