import type { IdeaRevision } from '../../../contract/idea-revisions.ts';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { FailedState } from '../../shared/ui/failed-state.tsx';
import { Loading, Skeleton } from '../../shared/ui/skeleton.tsx';
import { ChangeLine } from './change-line.tsx';
import { useRevisions } from './use-revisions.ts';

const What = ({ revision }: { revision: IdeaRevision }) => {
  if (revision.action === 'created') return 'Published';
  if (revision.action === 'deleted') return 'Deleted';
  return (
    <ul className="grid gap-0.5">
      {revision.changes.map((change) => (
        <li key={change.field}>
          <ChangeLine change={{ field: change.field, old: change.old, new: change.new }} />
        </li>
      ))}
    </ul>
  );
};

/** What changed on an idea, and when, the latest first: "14:02 UTC  Invalidation 1.0820 → 1.0850". */
export const RevisionList = ({ ideaId }: { ideaId: string }) => {
  const { data, isError, isFetching, refetch } = useRevisions(ideaId);
  if (!data && isError) return <FailedState onRetry={() => void refetch()} busy={isFetching} />;
  if (!data)
    return (
      <Loading label="Loading change history">
        <Skeleton className="h-5 w-72 max-w-full" />
        <Skeleton className="mt-3 h-5 w-60 max-w-full" />
      </Loading>
    );
  return (
    <ol className="grid gap-2.5 text-sm">
      {data.toReversed().map((revision) => (
        <li key={revision.number} className="grid gap-x-4 sm:grid-cols-[11rem_1fr]">
          <time dateTime={revision.at} className="text-muted">
            {absoluteTime(revision.at, Date.now())}
          </time>
          <div className="min-w-0 wrap-anywhere">
            <What revision={revision} />
          </div>
        </li>
      ))}
    </ol>
  );
};
