import {
  applyChanges,
  buildIdeaTimelines,
  dropUndone,
  type IdeaTimeline,
  type TimelineRevision,
} from '../ideas/idea-timeline.ts';
import { hasEnded } from '../ideas/ideas.ts';
import { hasSameLevels, type Levels, pickLevels } from '../ideas/levels.ts';

/** A time in which an idea stood open with the same levels, `to` exclusive; Infinity while it is open. Milliseconds. */
export type LevelSpan = { from: number; to: number; levels: Levels };

/** The levels of an idea while it stood open, and the plan that R is measured with. */
export type LevelTimeline = { plan: Levels; spans: LevelSpan[] };

/** Adds a span, or prolongs the last one if nothing changed between them. */
const appendSpan = (spans: LevelSpan[], span: LevelSpan): void => {
  const last = spans.at(-1);
  if (span.from >= span.to) return;
  if (last?.to === span.from && hasSameLevels(last.levels, span.levels)) last.to = span.to;
  else spans.push({ ...span });
};

/**
 * The two readings of one idea's revisions: `locked` has the plan that the track record counts with from the publication
 * on, `moved` has the levels as readers saw them. Null if the revisions don't begin with a publication.
 */
export const buildLevelTimelines = (
  revisions: readonly TimelineRevision[],
): { locked: LevelTimeline; moved: LevelTimeline } | null => {
  const [idea] = buildIdeaTimelines(revisions);
  if (!idea) return null;
  const plan = pickLevels(idea.published);
  const [locked, moved]: [LevelSpan[], LevelSpan[]] = [[], []];
  // A creation lists every field that is not empty.
  let state: IdeaTimeline['state'] = { ...idea.published, entry_2: null, exit_2: null, exit_3: null };
  const counted = dropUndone(revisions).filter(({ action }) => action !== 'checked');
  counted.forEach((revision, index) => {
    state = applyChanges(state, revision);
    if (revision.action === 'deleted' || hasEnded(state.status)) return;
    const next = counted[index + 1];
    const from = Date.parse(revision.at);
    const to = next ? Date.parse(next.at) : Number.POSITIVE_INFINITY;
    appendSpan(moved, { from, to, levels: pickLevels(state) });
    appendSpan(locked, { from, to, levels: plan });
  });
  return { locked: { plan, spans: locked }, moved: { plan, spans: moved } };
};
