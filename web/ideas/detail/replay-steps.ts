import type { IdeaRevision } from '../../../contract/ideas/idea-revisions.ts';
import { buildIdeaTimelines, dropUndone } from '../../../contract/ideas/idea-timeline.ts';
import { hasEnded, type IdeaStatus, normalizeStatus } from '../../../contract/ideas/ideas.ts';
import type { Levels } from '../../../contract/ideas/levels.ts';

/** An idea as it was after one change. */
export type ReplayStep = {
  revision: IdeaRevision;
  title: 'Published' | 'Changed' | 'Closed' | 'Reopened';
  levels: Levels;
  /** The levels that R was computed with at that time. */
  plan: Levels;
  status: IdeaStatus;
};

const findTitle = (status: IdeaStatus, before: IdeaStatus | undefined): ReplayStep['title'] => {
  if (before === undefined) return 'Published';
  if (hasEnded(status) !== hasEnded(before)) return hasEnded(status) ? 'Closed' : 'Reopened';
  return 'Changed';
};

/** The steps of an idea from its publication on. Expects all its revisions, oldest first. */
export const buildReplaySteps = (revisions: readonly IdeaRevision[]): ReplayStep[] => {
  const steps: ReplayStep[] = [];
  const counting = dropUndone(revisions).filter(({ action }) => action !== 'checked');
  for (const [index, revision] of counting.entries()) {
    if (revision.action === 'deleted') break;
    const [timeline] = buildIdeaTimelines(counting.slice(0, index + 1));
    if (!timeline) return [];
    const { state, published } = timeline;
    const status = normalizeStatus(state.status);
    const title = findTitle(status, steps.at(-1)?.status);
    steps.push({ revision, title, levels: state, plan: published, status });
  }
  return steps;
};
