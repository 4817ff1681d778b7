import { type IdeaTimeline, isWithinCorrectionWindow } from './idea-timeline.ts';
import { CORRECTION_WINDOW_MS, hasEnded, lockedFields, normalizeStatus, type TradeIdea } from './ideas.ts';
import { hasR, hasSameLevels, type Levels, pickLevels } from './levels.ts';

type Aged = Pick<TradeIdea, 'created_at' | 'status'>;

/** Whether a change at `at` may correct what was published: while the idea is open and five minutes old at most. */
const isCorrectable = (idea: Aged, at: Date): boolean =>
  at.getTime() - Date.parse(idea.created_at) <= CORRECTION_WINDOW_MS && !hasEnded(idea.status);

/** Why a field can't be changed at `at`; null if it can. With the direction, levels and a close could turn around. */
export const explainLock = (field: string, idea: Aged, at: Date): string | null => {
  if (field === 'order_type') return 'Fixed at publishing. You can delete this idea and publish it anew.';
  if (!(lockedFields as readonly string[]).includes(field) || isCorrectable(idea, at)) return null;
  return 'Fixed five minutes after publishing, and by closing.';
};

/**
 * The levels that count, if they are not the current ones: contract/ideas/idea-timeline.ts finds the same in the ledger.
 * Later changes leave the plan as it is, and so does one that closes the idea or takes its R away.
 */
export const lockPlan = (before: TradeIdea, after: TradeIdea, at: Date): Levels | null => {
  const keepsR = hasR(after) || !hasR(before.plan ?? before);
  if (isCorrectable(before, at) && !hasEnded(after.status) && keepsR) return null;
  if (before.plan || hasSameLevels(before, after)) return before.plan;
  return pickLevels(before);
};

/** The levels at the close, if they are not the current ones. With another status the current ones count. */
export const keepLevelsAtClose = (before: TradeIdea, after: TradeIdea): Levels | null => {
  if (!hasEnded(after.status) || normalizeStatus(before.status) !== normalizeStatus(after.status))
    return null;
  if (before.levels_at_close || hasSameLevels(before, after)) return before.levels_at_close;
  return pickLevels(before);
};

/** The levels as first published, if they were corrected within five minutes before the first close, which may be at `closedAt`. */
export const keepFirstLevels = (
  { firstLevels, published, corrected_at, firstClose }: IdeaTimeline,
  closedAt?: Date,
): Levels | null => {
  const at = firstClose?.at ?? closedAt?.toISOString();
  const isRange = at !== undefined && isWithinCorrectionWindow(corrected_at, at);
  return isRange && !hasSameLevels(firstLevels, published) ? pickLevels(firstLevels) : null;
};

type History = Pick<TradeIdea, 'closed_at' | 'plan' | 'levels_at_close' | 'first_levels'>;

/** Closing time, plan, first levels and levels at the close of an idea as the ledger has them. */
export const toHistory = (timeline: IdeaTimeline): History => {
  const { end, published, state } = timeline;
  return {
    closed_at: end?.closed_at ?? null,
    plan: hasSameLevels(published, state) ? null : pickLevels(published),
    levels_at_close: !end || hasSameLevels(end.levels, state) ? null : pickLevels(end.levels),
    first_levels: keepFirstLevels(timeline),
  };
};
