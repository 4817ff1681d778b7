import { useLast } from '../../shared/hooks/use-last.ts';
import { lazyPart } from '../../shared/loading/lazy-part.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Loading, Skeleton } from '../../shared/ui/skeleton.tsx';
import type { DetailSection, Idea } from '../idea-model.ts';

/** Shown while the chunk of the detail loads. */
const DetailSkeleton = () => (
  <Loading label="Loading">
    <Skeleton className="h-10 w-64 max-w-full" />
    <div className="mt-6 grid gap-6 md:grid-cols-2">
      <Skeleton className="h-80 rounded-m" />
      <Skeleton className="h-80 rounded-m" />
    </div>
  </Loading>
);

const IdeaDetailContent = lazyPart(() => import('./idea-detail-content.tsx'), {
  fallback: () => <DetailSkeleton />,
});

/** The detail of an idea: a dialog, on phones a bottom sheet. `idea` null closes it. */
export const IdeaDetail = ({
  idea,
  section = 'everything',
  onClose,
}: {
  idea: Idea | null;
  section?: DetailSection;
  onClose: () => void;
}) => {
  const shown = useLast(idea);
  if (!shown) return null;
  return (
    <Dialog open={idea !== null} onOpenChange={(open) => !open && onClose()} title={shown.pair} size="l">
      <IdeaDetailContent key={shown.id} idea={shown} section={section} />
    </Dialog>
  );
};
