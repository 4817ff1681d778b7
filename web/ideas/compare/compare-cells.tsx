import { formatR, getPlan, riskReward } from '../../../contract/ideas/levels.ts';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { useRelativeTime } from '../../shared/hooks/use-relative-time.ts';
import type { Idea } from '../idea-model.ts';
import { useChangesSinceRead } from '../reading/use-viewing.ts';
import type { Sort, SortKey } from './compare-sort.ts';

/** Props of both layouts of the comparison. The ideas are already sorted. */
export type CompareProps = {
  ideas: readonly Idea[];
  sort: Sort;
  onSort: (by: SortKey) => void;
  onOpen: (idea: Idea) => void;
};

/** Time since publication, with the full time as its title. */
export const Age = ({ idea }: { idea: Idea }) => (
  <time dateTime={idea.created_at} title={absoluteTime(idea.created_at)}>
    {useRelativeTime(idea.created_at)}
  </time>
);

/** The R of the last exit, or a dash without one. */
export const formatHeadlineR = (idea: Idea): string => {
  const found = riskReward(getPlan(idea));
  return found ? formatR(found.headline) : '–';
};

export const listExits = (idea: Idea): string[] =>
  [idea.exit_1, idea.exit_2, idea.exit_3].filter((exit): exit is string => Boolean(exit));

const Mark = ({ colours, children }: { colours: string; children: string }) => (
  <span className={`rounded-full px-2 py-0.5 text-2xs font-semibold ${colours}`}>{children}</span>
);

/** Marks an idea whose levels or status changed since the customer last viewed it. */
export const ChangedMark = ({ idea }: { idea: Idea }) =>
  useChangesSinceRead(idea).length > 0 ? <Mark colours="bg-accent-wash text-accent">Changed</Mark> : null;

/** Says in a word what the strikethrough shows. */
export const StatusMark = ({ idea }: { idea: Idea }) => {
  if (idea.status === 'invalid') return <Mark colours="bg-negative-wash text-negative">INVALID</Mark>;
  return idea.status === 'pending' ? <Mark colours="bg-accent-wash text-accent">Pending</Mark> : null;
};
