import { type ReactNode, useCallback } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { CardSkeleton } from './card-skeleton.tsx';
import { IdeaCarousel } from './idea-carousel.tsx';
import type { Idea } from './idea-model.ts';
import { OwnIdeaCard } from './own-idea-card.tsx';
import type { IdeaList } from './use-ideas.ts';
import type { SaveIdea } from './use-inline-edit.ts';

/** The educator's own ideas as cards one can work on. */
export const OwnIdeas = ({
  list,
  heading,
  goTo,
  save,
  onEdit,
}: {
  list: IdeaList;
  heading: ReactNode;
  goTo?: string | null;
  save: SaveIdea;
  onEdit: (idea: Idea) => void;
}) => {
  const renderIdea = useCallback(
    (idea: Idea, shown: boolean) => <OwnIdeaCard idea={idea} shown={shown} save={save} onEdit={onEdit} />,
    [save, onEdit],
  );
  if (list.state === 'loading')
    return (
      <div className="column">
        <CardSkeleton />
      </div>
    );
  if (list.state === 'failed') return <FailedState onRetry={list.retry} busy={list.retrying} />;
  if (list.ideas.length === 0)
    return (
      <EmptyState title="No trade ideas yet">
        Your first idea appears here as soon as it is published.
      </EmptyState>
    );
  return (
    <IdeaCarousel
      label="My trade ideas"
      heading={heading}
      ideas={list.ideas}
      renderIdea={renderIdea}
      goTo={goTo ?? null}
    />
  );
};
