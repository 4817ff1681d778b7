import { type ReactNode, useCallback, useRef } from 'react';
import { CardSkeleton } from '../../ideas/card-skeleton.tsx';
import { IdeaCarousel } from '../../ideas/carousel/idea-carousel.tsx';
import type { IdeaList } from '../../ideas/idea-lists.ts';
import type { Idea } from '../../ideas/idea-model.ts';
import { LoadAllPages } from '../../ideas/load-all-pages.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { FailedState } from '../../shared/ui/failed-state.tsx';
import { focusRegionStart } from '../../shared/ui/focus-region.ts';
import { OwnIdeaCard } from './own-idea-card.tsx';

type Props = {
  list: IdeaList;
  heading: ReactNode;
  goTo?: string | null;
  onEdit: (idea: Idea) => void;
};

const Cards = ({ list, heading, goTo, onEdit, onRemoved }: Props & { onRemoved: () => void }) => {
  const renderIdea = useCallback(
    (idea: Idea, shown: boolean) => (
      <OwnIdeaCard idea={idea} shown={shown} onEdit={onEdit} onRemoved={onRemoved} />
    ),
    [onEdit, onRemoved],
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
        Your first idea appears here as soon as it's published.
      </EmptyState>
    );
  return (
    <>
      <LoadAllPages list={list} />
      <IdeaCarousel
        label="My trade ideas"
        heading={
          <div data-focus-home tabIndex={-1} className="rounded-s">
            {heading}
          </div>
        }
        ideas={list.ideas}
        renderIdea={renderIdea}
        goTo={goTo ?? null}
      />
    </>
  );
};

/** The educator's own ideas as editable cards. After a deletion the focus moves to the heading of the list. */
export const DashboardIdeas = (props: Props) => {
  const region = useRef<HTMLDivElement>(null);
  const onRemoved = useCallback(() => focusRegionStart(region.current), []);
  return (
    <div ref={region} data-focus-region="">
      <Cards {...props} onRemoved={onRemoved} />
    </div>
  );
};
