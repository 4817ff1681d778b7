import type { IdeaChanges } from '../../contract/idea-writing.ts';
import { isCompleted, normalizeStatus, type TradeIdea } from '../../contract/ideas.ts';
import { AppError } from '../app-error.ts';

const noResult = { result_level: null, result_at: null, lesson: null } as const;

/** A phone's clock may run ahead of ours by this much. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
/** The time is told to the minute, so the minute of publishing may read as before it. */
const MINUTE_MS = 60_000;

/**
 * Changes with what follows from them: a status as it is stored, and no result of another status. What was said of
 * the result belongs to the status it was said of, so a new status begins without, unless the change brings it.
 */
export const withResult = (before: TradeIdea, changes: IdeaChanges): IdeaChanges => {
  if (!changes.status) return changes;
  const status = normalizeStatus(changes.status);
  return status === before.status ? { ...changes, status } : { ...noResult, ...changes, status };
};

const faultsOf = (planned: TradeIdea, changes: IdeaChanges, now: Date): Record<string, string> => {
  const given = Object.keys(noResult).filter((field) => changes[field as keyof typeof noResult]);
  if (!isCompleted(planned.status))
    return Object.fromEntries(given.map((field) => [field, 'Only a completed idea has a result']));
  const faults: Record<string, string> = {};
  if (planned.result_level && planned[planned.result_level] === null)
    faults.result_level = 'This idea has no such level';
  if (changes.result_at) {
    const at = Date.parse(changes.result_at);
    if (at > now.getTime() + CLOCK_TOLERANCE_MS) faults.result_at = 'That time has not come yet';
    if (at <= Date.parse(planned.created_at) - MINUTE_MS)
      faults.result_at = 'The idea was published after that time';
  }
  return faults;
};

/** Throws INVALID_REQUEST where a result does not fit the idea as it would be after the change. */
export const assertResultFits = (planned: TradeIdea, changes: IdeaChanges, now: Date): void => {
  const fields = faultsOf(planned, changes, now);
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_REQUEST', { fields });
};
