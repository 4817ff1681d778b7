import { useState } from 'react';
import type { DetailSection, Idea } from '../../entities/idea/idea-model.ts';
import { Late, late } from '../../shared/loading/lazy-boundary.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { DetailSkeleton } from './detail-skeleton.tsx';

const IdeaDetailContent = late(() => import('./idea-detail-content.tsx'));

/** Everything of one idea, above the page; on phones a sheet from below. `idea` null closes it. */
export const IdeaDetail = ({
  idea,
  part = 'everything',
  onClose,
}: {
  idea: Idea | null;
  part?: DetailSection;
  onClose: () => void;
}) => {
  // While it closes it still shows what it showed.
  const [last, setLast] = useState(idea);
  if (idea && idea !== last) setLast(idea);
  const shown = idea ?? last;
  if (!shown) return null;
  return (
    <Dialog open={idea !== null} onOpenChange={(open) => !open && onClose()} title={shown.pair} size="l">
      <Late asked fallback={<DetailSkeleton />}>
        <IdeaDetailContent key={shown.id} idea={shown} part={part} />
      </Late>
    </Dialog>
  );
};
