import { explainLock } from '../../contract/ideas/idea-history.ts';
import {
  hasEnded,
  type IdeaStatus,
  isCompleted,
  normalizeStatus,
  type TradeIdea,
} from '../../contract/ideas/ideas.ts';
import { listResultLevels } from '../../contract/ideas/levels.ts';
import type { IdeaChanges } from '../../contract/publishing/idea-writing.ts';
import { AppError } from '../shared/app-error.ts';

const noResult = { result_level: null, result_at: null, lesson: null, lesson_tag: null } as const;

/** Tolerance for clocks of phones that are ahead of ours. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
/** Times have minute precision, so the minute of publishing may appear to be before it. */
const MINUTE_MS = 60_000;

/**
 * Normalises the status, and clears the result when the status changes, because it belonged to the old status. A
 * change may bring a new result.
 */
export const normalizeChanges = (before: TradeIdea, changes: IdeaChanges): IdeaChanges => {
  if (!changes.status) return changes;
  const status = normalizeStatus(changes.status);
  return status === before.status ? { ...changes, status } : { ...noResult, ...changes, status };
};

type ResultField = keyof typeof noResult;

/** An invalid idea reached its invalidation level, and may teach something too. */
const findUnfitting = (status: IdeaStatus, field: ResultField): string | null => {
  if (field === 'lesson' || field === 'lesson_tag')
    return hasEnded(status) ? null : 'Only a closed idea has a lesson';
  return isCompleted(status) ? null : 'Only a completed idea has a result';
};

const findResultErrors = (planned: TradeIdea, changes: IdeaChanges, now: Date): Record<string, string> => {
  const errors: Record<string, string> = {};
  for (const field of Object.keys(noResult) as ResultField[]) {
    const error = changes[field] ? findUnfitting(planned.status, field) : null;
    if (error) errors[field] = error;
  }
  if (!isCompleted(planned.status)) return errors;
  if (planned.result_level && planned[planned.result_level] === null)
    errors.result_level = "This idea doesn't have that level";
  // What was stored before this rule stays, so that other fields can still be changed.
  if (changes.result_level && !listResultLevels(planned.status).includes(changes.result_level))
    errors.result_level = 'A successful idea reached at least exit 1';
  if (changes.result_at) {
    const at = Date.parse(changes.result_at);
    if (at > now.getTime() + CLOCK_TOLERANCE_MS) errors.result_at = 'This time is in the future';
    if (at <= Date.parse(planned.created_at) - MINUTE_MS)
      errors.result_at = 'This time is before the idea was published';
  }
  return errors;
};

/** Throws INVALID_REQUEST if a changed field is locked, or the result does not fit the idea after the change. */
export const assertValidChange = (before: TradeIdea, after: TradeIdea, changes: IdeaChanges, at: Date) => {
  const fields = findResultErrors(after, changes, at);
  for (const field of Object.keys(changes) as (keyof IdeaChanges)[]) {
    const lock = after[field] === before[field] ? null : explainLock(field, before, at);
    if (lock) fields[field] = lock;
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_REQUEST', { fields });
};
