import type { IdeaRevision } from './idea-revisions.ts';
import { hasEnded, type IdeaStatus, normalizeStatus, type ResultLevel, type TradeIdea } from './ideas.ts';
import type { Levels } from './levels.ts';
import { CORRECTION_WINDOW_MS } from './track-record.ts';

/** What a timeline needs of a revision. */
export type TimelineRevision = Pick<
  IdeaRevision,
  'number' | 'idea_id' | 'version' | 'action' | 'at' | 'changes'
>;

/** The part of an idea that the track record uses, as the ledger recorded it. */
type State = Levels &
  Pick<TradeIdea, 'educator_name' | 'pair' | 'idea_type' | 'market_type' | 'status' | 'lesson_tag'> & {
    result_level: ResultLevel | null;
  };

/** How an idea ended: when, what was reported, and the levels at that time. */
export type IdeaEnd = {
  /** When it got this status. */
  at: string;
  /** When it was closed, perhaps with another status, and the ledger number of that change. */
  closed_at: string;
  number: number;
  /** An open status if the idea was deleted while open. */
  status: IdeaStatus;
  result_level: ResultLevel | null;
  /** When this level was reported, perhaps after the status. */
  level_reported_at: string;
  levels: Levels;
};

/** One idea from publication to its end. */
export type IdeaTimeline = {
  idea_id: string;
  published_at: string;
  /** The levels the track record uses: those of five minutes after publishing. */
  published: Levels;
  /** The newest state, or the last before it was deleted. */
  state: State;
  end: IdeaEnd | null;
  /** Earlier ends, or levels reported for an end, that lasted longer than the correction window. They stay in the range. */
  earlierEnds: IdeaEnd[];
  deleted: boolean;
};

const isWithinCorrectionWindow = (before: string, at: string) =>
  Date.parse(at) - Date.parse(before) <= CORRECTION_WINDOW_MS;

const applyChanges = (state: State, { changes }: Pick<IdeaRevision, 'changes'>): State => {
  const next = { ...state, ...Object.fromEntries(changes.map(({ field, new: value }) => [field, value])) };
  return { ...next, result_level: next.result_level ?? null, status: normalizeStatus(next.status) };
};

/** `before` is the end that this one corrects without reopening the idea. */
const toIdeaEnd = (
  state: State,
  { at, number }: TimelineRevision,
  before: IdeaEnd | null = null,
): IdeaEnd => ({
  at,
  closed_at: before?.closed_at ?? at,
  number: before?.number ?? number,
  status: state.status,
  result_level: state.result_level,
  level_reported_at: at,
  levels: state,
});

const startTimeline = (revision: TimelineRevision): IdeaTimeline => {
  // A creation lists every field that is not empty; optional levels are null until they are set.
  const state = applyChanges({ entry_2: null, exit_2: null, exit_3: null } as State, revision);
  return {
    idea_id: revision.idea_id,
    published_at: revision.at,
    published: state,
    state,
    end: hasEnded(state.status) ? toIdeaEnd(state, revision) : null,
    earlierEnds: [],
    deleted: false,
  };
};

const appendRevision = (timeline: IdeaTimeline, revision: TimelineRevision): IdeaTimeline => {
  const { at } = revision;
  if (revision.action === 'deleted')
    return { ...timeline, deleted: true, end: timeline.end ?? toIdeaEnd(timeline.state, revision) };
  const state = applyChanges(timeline.state, revision);
  const published =
    isWithinCorrectionWindow(timeline.published_at, at) && !timeline.end ? state : timeline.published;
  const next = { ...timeline, published, state };
  const { end: before } = timeline;
  if (!before) return { ...next, end: hasEnded(state.status) ? toIdeaEnd(state, revision) : null };
  const keepUnlessCorrected = (reportedAt: string) =>
    isWithinCorrectionWindow(reportedAt, at) ? timeline.earlierEnds : [...timeline.earlierEnds, before];
  if (state.status !== before.status) {
    const end = hasEnded(state.status) ? toIdeaEnd(state, revision, before) : null;
    return { ...next, earlierEnds: keepUnlessCorrected(before.at), end };
  }
  const { result_level } = state;
  if (result_level === before.result_level) return next;
  // The level reached may be reported later; the other levels keep their values at the end.
  const end = { ...before, result_level, level_reported_at: at };
  // Reporting it for the first time replaces nothing.
  if (before.result_level === null) return { ...next, end };
  return { ...next, earlierEnds: keepUnlessCorrected(before.level_reported_at), end };
};

/** The revisions that count: without undone changes and their undoing. */
export const dropUndone = <T extends TimelineRevision>(revisions: readonly T[]): T[] => {
  const undone = new Set(
    revisions.flatMap(({ action, idea_id, version }) =>
      action === 'undone' ? [`${idea_id} ${version}`, `${idea_id} ${version - 1}`] : [],
    ),
  );
  return revisions.filter(({ idea_id, version }) => !undone.has(`${idea_id} ${version}`));
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
