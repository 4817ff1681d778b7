import type { IdeaRevision } from './idea-revisions.ts';
import {
  CORRECTION_WINDOW_MS,
  hasEnded,
  type IdeaStatus,
  type IdeaStep,
  ideaLevels,
  normalizeStatus,
  type ResultLevel,
  type TradeIdea,
} from './ideas.ts';
import { hasR, type Levels } from './levels.ts';

/** What a timeline needs of a revision. */
export type TimelineRevision = Pick<
  IdeaRevision,
  'number' | 'idea_id' | 'version' | 'action' | 'at' | 'changes'
>;

/** The part of an idea that the track record uses, as the ledger recorded it. */
type State = Levels &
  Pick<
    TradeIdea,
    'educator_name' | 'pair' | 'idea_type' | 'market_type' | 'status' | 'lesson_tag' | 'steps'
  > & {
    result_level: ResultLevel | null;
  };

/** How an idea ended: when, what was reported, and the levels and steps at that time. */
export type IdeaEnd = {
  /** When it was closed, perhaps with another status. */
  closed_at: string;
  /** Time and ledger number of its first close: reopening and closing again changes neither. */
  first: { at: string; number: number };
  /** An open status if the idea was deleted while open. */
  status: IdeaStatus;
  result_level: ResultLevel | null;
  /** When this level was reported, perhaps after the status. */
  level_reported_at: string;
  levels: Levels;
  steps: IdeaStep[];
};

/** One idea from publication to its end. */
export type IdeaTimeline = {
  idea_id: string;
  published_at: string;
  /** What the track record uses: the last open state of the first five minutes that has an R, so that no end can change it. */
  published: State;
  /** The levels as they were before any correction, and when they were corrected last. */
  firstLevels: Levels;
  corrected_at: string;
  /** The newest state, or the last before it was deleted. */
  state: State;
  end: IdeaEnd | null;
  firstClose: IdeaEnd['first'] | null;
  /** Ends, or levels reported for one, that were replaced too late for a correction. They stay in the range. */
  earlierEnds: IdeaEnd[];
  reopened: boolean;
  deleted: boolean;
  /** What prices say of this end (contract/candles/price-check.ts). */
  check: unknown;
};

export const isWithinCorrectionWindow = (before: string, at: string) =>
  Date.parse(at) - Date.parse(before) <= CORRECTION_WINDOW_MS;

const pickLocked = ({ pair, market_type, idea_type }: State) => ({ pair, market_type, idea_type });

export const applyChanges = (state: State, { changes }: Pick<IdeaRevision, 'changes'>): State => {
  const next = { ...state, ...Object.fromEntries(changes.map(({ field, new: value }) => [field, value])) };
  return {
    ...next,
    result_level: next.result_level ?? null,
    steps: next.steps ?? [],
    status: normalizeStatus(next.status),
  };
};

/** Ends an idea that was open. */
const endTimeline = (timeline: IdeaTimeline, { at, number }: TimelineRevision): IdeaTimeline => {
  const { state, firstClose } = timeline;
  const { status, result_level, steps } = state;
  const first = firstClose ?? { at, number };
  const end = { closed_at: at, first, status, result_level, level_reported_at: at, levels: state, steps };
  return { ...timeline, end, firstClose: first };
};

const startTimeline = (revision: TimelineRevision): IdeaTimeline => {
  // A creation lists every field that is not empty; optional levels are null until they are set.
  const state = applyChanges({ entry_2: null, exit_2: null, exit_3: null } as State, revision);
  const timeline = {
    idea_id: revision.idea_id,
    published_at: revision.at,
    published: state,
    firstLevels: state,
    corrected_at: revision.at,
    state,
    end: null,
    firstClose: null,
    earlierEnds: [],
    reopened: false,
    deleted: false,
    check: null,
  };
  return hasEnded(state.status) ? endTimeline(timeline, revision) : timeline;
};

const appendRevision = (timeline: IdeaTimeline, revision: TimelineRevision): IdeaTimeline => {
  const { at, changes } = revision;
  const { end: before, earlierEnds } = timeline;
  if (revision.action === 'checked') return { ...timeline, check: changes[0]?.new };
  if (revision.action === 'deleted') {
    const deleted = { ...timeline, deleted: true };
    return before ? deleted : endTimeline(deleted, revision);
  }
  const state = applyChanges(timeline.state, revision);
  const { status, result_level } = state;
  const next = { ...timeline, state };
  if (!before) {
    if (hasEnded(status)) return endTimeline(next, revision);
    if (!isWithinCorrectionWindow(timeline.published_at, at)) return next;
    const corrected_at = changes.some(({ field }) => field in ideaLevels.shape) ? at : timeline.corrected_at;
    // A correction can't take the R away, and what the idea is about was locked by its first close.
    if (!hasR(state) && hasR(timeline.published)) return next;
    const locked = timeline.firstClose ? pickLocked(timeline.published) : {};
    return { ...next, published: { ...state, ...locked }, corrected_at };
  }
  const hasSameStatus = status === before.status;
  if (hasSameStatus && result_level === before.result_level) return next;
  if (!isWithinCorrectionWindow(before.first.at, at)) next.earlierEnds = [...earlierEnds, before];
  // The level reached may be reported later; the other levels keep their values at the end.
  const levels = hasSameStatus ? before.levels : state;
  next.check = null;
  next.end = hasEnded(status) ? { ...before, status, result_level, level_reported_at: at, levels } : null;
  next.reopened ||= !next.end;
  return next;
};

/** The revisions of an idea that count: without undone changes and their undoing. A check has the version of its idea. */
export const dropUndone = <T extends TimelineRevision>(revisions: readonly T[]): T[] => {
  const undone = new Set(
    revisions.flatMap(({ action, idea_id, version }) =>
      action === 'undone' ? [`${idea_id} ${version}`, `${idea_id} ${version - 1}`] : [],
    ),
  );
  return revisions.filter(
    ({ action, idea_id, version }) => action === 'checked' || !undone.has(`${idea_id} ${version}`),
  );
};

/** Timelines of all ideas in a range of the ledger, in order of publication. Expects revisions in chain order. */
export const buildIdeaTimelines = (revisions: readonly TimelineRevision[]): IdeaTimeline[] => {
  const timelines = new Map<string, IdeaTimeline>();
  for (const revision of dropUndone(revisions)) {
    const timeline = timelines.get(revision.idea_id);
    if (timeline) timelines.set(revision.idea_id, appendRevision(timeline, revision));
    else if (revision.action === 'created') timelines.set(revision.idea_id, startTimeline(revision));
  }
  return [...timelines.values()];
};
