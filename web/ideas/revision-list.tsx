import { useRef } from 'react';
import type { IdeaRevision } from '../../contract/ideas/idea-revisions.ts';
import { absoluteTime } from '../shared/absolute-time.ts';
import { NextPage } from '../shared/ui/next-page.tsx';
import { PendingQuery } from '../shared/ui/pending-query.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';
import { ChangeLine } from './change-line.tsx';
import { useRevisions } from './use-revisions.ts';

/** The conclusion is one of contract/candles/price-check.ts. */
const describeChecked = ({ changes }: IdeaRevision): string => {
  const { conclusion = '' } = (changes[0]?.new ?? {}) as { conclusion?: string };
  return `Result compared with prices: ${conclusion}`;
};

const What = ({ revision }: { revision: IdeaRevision }) => {
  if (revision.action === 'created') return 'Published';
  if (revision.action === 'deleted') return 'Deleted';
  if (revision.action === 'checked') return describeChecked(revision);
  return (
    <ul className="grid gap-0.5">
      {revision.action === 'undone' && <li className="text-muted">Undone</li>}
      {revision.changes.map((change) => (
        <li key={change.field}>
          <ChangeLine change={change} />
        </li>
      ))}
    </ul>
  );
};

/** What changed on an idea, and when, the latest first: "14:02 UTC  Invalidation 1.0820 → 1.0850". */
export const RevisionList = ({ ideaId }: { ideaId: string }) => {
  const query = useRevisions(ideaId);
  const { data } = query;
  const list = useRef<HTMLOListElement>(null);
  if (!data)
    return (
      <PendingQuery query={query} label="Loading change history">
        <Skeleton className="h-5 w-72 max-w-full" />
        <Skeleton className="mt-3 h-5 w-60 max-w-full" />
      </PendingQuery>
    );
  return (
    <>
      <ol ref={list} className="grid gap-2.5 text-sm">
        {data.map((revision) => (
          <li key={revision.number} tabIndex={-1} className="grid gap-x-4 sm:grid-cols-[11rem_1fr]">
            <time dateTime={revision.at} className="text-muted">
              {absoluteTime(revision.at)}
            </time>
            <div className="min-w-0 wrap-anywhere">
              <What revision={revision} />
            </div>
          </li>
        ))}
      </ol>
      <NextPage
        query={query}
        list={list}
        label="Show earlier changes"
        failure="Couldn't load earlier changes."
      />
    </>
  );
};
