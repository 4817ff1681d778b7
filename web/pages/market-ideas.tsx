import { useCallback, useEffect, useRef, useState } from 'react';
import type { Market } from '../../contract/markets.ts';
import { CardSkeleton } from '../entities/idea/card-skeleton.tsx';
import { IdeaCarousel } from '../entities/idea/carousel/idea-carousel.tsx';
import type { DetailSection, Idea } from '../entities/idea/idea-model.ts';
import { useSeenIds } from '../entities/idea/seen/use-unseen.ts';
import { useMarketOpening, useViewing } from '../entities/idea/seen/use-viewing.ts';
import type { IdeaList } from '../entities/idea/use-ideas.ts';
import { ReaderIdeaCard } from '../features/browse-market/reader-idea-card.tsx';
import { registerAnnouncer } from '../shared/live/announcement-registry.ts';
import { LazyBoundary, lazyWithRetry } from '../shared/loading/lazy-boundary.tsx';
import { useStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { Button } from '../shared/ui/button.tsx';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import { FailedState } from '../shared/ui/failed-state.tsx';
import { Loading, Skeleton } from '../shared/ui/skeleton.tsx';

const IdeaCompare = lazyWithRetry(() => import('../features/compare-ideas/idea-compare.tsx'));
const IdeaDetail = lazyWithRetry(async () => ({
  default: (await import('../features/idea-detail/idea-detail.tsx')).IdeaDetail,
}));

type Opened = { idea: Idea; part: DetailSection };
type View = {
  market: Market;
  ideas: readonly Idea[];
  opened: Opened | null;
  /** Once opened the detail stays mounted, so that it can close with grace. */
  everOpened: boolean;
  open: (idea: Idea, part?: DetailSection) => void;
  close: () => void;
};

/** SPEC §2's words for a market without ideas. */
const none = (market: Market) => `No ${market} trade ideas available`;

const Nothing = ({ market }: { market: Market }) => (
  <EmptyState title={none(market)}>You will see the next one here the moment it is published.</EmptyState>
);

const Cards = ({ goTo, view }: { goTo: string | null; view: View }) => {
  const known = useSeenIds();
  const { market, open } = view;
  const isEmpty = view.ideas.length === 0;
  // The carousel says by itself what has come, unless it is not there or something lies over it.
  const isSilent = isEmpty || view.opened !== null;
  useEffect(() => (isSilent ? undefined : registerAnnouncer(market)), [market, isSilent]);
  const renderIdea = useCallback(
    (idea: Idea, shown: boolean) => <ReaderIdeaCard idea={idea} shown={shown} onOpen={open} />,
    [open],
  );
  return (
    <>
      {isEmpty ? (
        <Nothing market={market} />
      ) : (
        <IdeaCarousel
          label={`${market} trade ideas`}
          ideas={view.ideas}
          renderIdea={renderIdea}
          goTo={goTo}
          known={known}
        />
      )}
      {view.everOpened && (
        <LazyBoundary isRequested>
          <IdeaDetail
            idea={view.opened?.idea ?? null}
            part={view.opened?.part ?? 'everything'}
            onClose={view.close}
          />
        </LazyBoundary>
      )}
    </>
  );
};

/** In the comparison no card is shown, so opening the detail is what views an idea. */
const MarkViewed = ({ idea }: { idea: Idea }) => {
  useViewing(idea, true);
  return null;
};

const Compare = ({ view }: { view: View }) => (
  <LazyBoundary
    fallbackOnError={
      <FailedState
        title="The comparison could not be shown."
        message="Check your connection and load the page again."
        onRetry={() => location.reload()}
      />
    }
    fallback={
      <Loading label="Loading">
        <div className="column">
          <Skeleton className="h-100 rounded-l" />
        </div>
      </Loading>
    }
  >
    {view.ideas.length === 0 ? (
      <Nothing market={view.market} />
    ) : (
      <IdeaCompare ideas={view.ideas} onOpen={view.open} />
    )}
    {view.opened && <MarkViewed key={view.opened.idea.id} idea={view.opened.idea} />}
    <IdeaDetail idea={view.opened?.idea ?? null} onClose={view.close} />
  </LazyBoundary>
);

/** The active ideas of a market, one by one or side by side, and the detail above them. */
export const MarketIdeas = ({
  list,
  market,
  goTo,
}: {
  list: IdeaList;
  market: Market;
  /** The idea somebody came for, by its id. */
  goTo: string | null;
}) => {
  const [layout] = useStored(storageKeys.marketLayout);
  const [opened, setOpened] = useState<Opened | null>(null);
  const everOpened = useRef(false);
  if (opened) everOpened.current = true;
  const open = useCallback((idea: Idea, part: DetailSection = 'everything') => setOpened({ idea, part }), []);
  const close = useCallback(() => setOpened(null), []);
  useMarketOpening(market, list.state === 'ready');

  if (list.state === 'loading')
    return (
      <div className="column">
        <CardSkeleton />
      </div>
    );
  if (list.state === 'failed')
    return (
      <EmptyState
        title={none(market)}
        action={
          <Button busy={list.retrying} onClick={list.retry}>
            Retry
          </Button>
        }
      >
        <p role="alert">Couldn't load.</p>
      </EmptyState>
    );
  // What is open stays current while its list changes, and open when it leaves the list, the last one too.
  const live = opened && list.ideas.find(({ id }) => id === opened.idea.id);
  const view: View = {
    market,
    ideas: list.ideas,
    opened: opened && { ...opened, idea: live ?? opened.idea },
    everOpened: everOpened.current,
    open,
    close,
  };
  return layout === 'compare' ? <Compare view={view} /> : <Cards goTo={goTo} view={view} />;
};
