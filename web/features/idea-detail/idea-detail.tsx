import { useState } from 'react';
import type { DetailSection, Idea } from '../../entities/idea/idea-model.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { lazyPart } from '../../shared/ui/lazy-part.tsx';
import { Loading, Skeleton } from '../../shared/ui/skeleton.tsx';

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
  // Keeps the last idea, so that the closing animation is not empty.
  const [last, setLast] = useState(idea);
  if (idea && idea !== last) setLast(idea);
  const shown = idea ?? last;
  if (!shown) return null;
  return (
    <Dialog open={idea !== null} onOpenChange={(open) => !open && onClose()} title={shown.pair} size="l">
      <IdeaDetailContent key={shown.id} idea={shown} section={section} />
    </Dialog>
  );
};
