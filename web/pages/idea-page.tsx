import { type ComponentProps, useDeferredValue } from 'react';
import { useSignedInUser } from '../account/session/current-user.ts';
import { getWayHome } from '../account/session/way-home.ts';
import { IdeaPageContent } from '../ideas/detail/idea-page-content.tsx';
import { ShareButton } from '../ideas/detail/share-button.tsx';
import type { Idea } from '../ideas/idea-model.ts';
import { useDeletionViewing, useViewing } from '../ideas/reading/use-viewing.ts';
import { RevisionList } from '../ideas/revision-list.tsx';
import { useDeletedIdea, useIdea } from '../ideas/use-idea.ts';
import { lazyPart } from '../shared/loading/lazy-part.tsx';
import { paths } from '../shared/paths.ts';
import { Notice } from '../shared/ui/notice.tsx';
import { PageHead, type WayBack } from '../shared/ui/page-head.tsx';
import { PendingQuery } from '../shared/ui/pending-query.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const IdeaChart = lazyPart(() => import('../candles/idea-chart.tsx'), { kind: 'background' });
const ReplayChart = lazyPart(() => import('../candles/replay-chart.tsx'), { kind: 'background' });
const IdeaCheck = lazyPart(() => import('../candles/idea-check.tsx'), { kind: 'background' });

const PendingIdea = ({ query }: Pick<ComponentProps<typeof PendingQuery>, 'query'>) => (
  <PendingQuery query={query} label="Loading">
    <div className="column pt-9">
      <Skeleton className="h-10 w-64 max-w-full" />
      <div className="mt-6 grid gap-6 md:grid-cols-2">
        <Skeleton className="h-100 rounded-m" />
        <Skeleton className="h-100 rounded-m" />
      </div>
    </div>
  </PendingQuery>
);

/** What stays of a deleted idea: its change history. */
const DeletedIdea = ({ id, back }: { id: string; back: WayBack }) => {
  const { isDeleted, isUnknown, query } = useDeletedIdea(id);
  useDeletionViewing(id);
  if (isUnknown) return <NotFoundPage home={back.href} />;
  if (!isDeleted) return <PendingIdea query={query} />;
  return (
    <>
      <PageHead title="This idea was deleted" back={back} />
      <div className="column grid gap-6 pb-10">
        <Notice>
          Its educator deleted it. It still counts in the track record, and its changes stay here.
        </Notice>
        <RevisionList ideaId={id} />
      </div>
    </>
  );
};

const ShownIdea = ({ idea, isDeleted, back }: { idea: Idea; isDeleted: boolean; back: WayBack }) => {
  useViewing(idea, true);
  return (
    <>
      <PageHead
        title={idea.pair}
        documentTitle={`${idea.pair} · ${idea.educator_name}`}
        back={back}
        actions={<ShareButton path={paths.idea(idea.id)} title={`${idea.pair} · ${idea.educator_name}`} />}
      />
      <IdeaPageContent
        idea={idea}
        isDeleted={isDeleted}
        renderUntil={(until) => <ReplayChart idea={idea} until={until} />}
      >
        <IdeaChart idea={idea} />
        {idea.closed_at && <IdeaCheck idea={idea} />}
      </IdeaPageContent>
    </>
  );
};

/** /ideas/{id}: the permanent address of an idea. One that is deleted while it is read stays until the reader leaves. */
export const IdeaPage = ({ id }: { id: string }) => {
  const back = getWayHome(useSignedInUser());
  const { idea, isMissing, query } = useIdea(id);
  // Deferred: React renders the page in slices.
  const isLoading = useDeferredValue(idea === undefined);
  if (idea)
    return isLoading ? (
      <PendingIdea query={query} />
    ) : (
      <ShownIdea idea={idea} isDeleted={isMissing} back={back} />
    );
  if (isMissing) return <DeletedIdea id={id} back={back} />;
  return <PendingIdea query={query} />;
};
