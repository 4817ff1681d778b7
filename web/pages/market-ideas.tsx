import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { Market } from '../../contract/ideas/markets.ts';
import { CardSkeleton } from '../ideas/card-skeleton.tsx';
import { IdeaCarousel } from '../ideas/carousel/idea-carousel.tsx';
import { type IdeaList, registerAnnouncer } from '../ideas/idea-lists.ts';
import type { DetailSection, Idea } from '../ideas/idea-model.ts';
import { CustomerIdeaCard } from '../ideas/market/customer-idea-card.tsx';
import { useSeenIds } from '../ideas/reading/use-unseen.ts';
import { useMarketOpening, useViewing } from '../ideas/reading/use-viewing.ts';
import { FirstVisit } from '../learn/tour/first-visit.tsx';
import { useMedia } from '../shared/hooks/use-media.ts';
import { lazyPart } from '../shared/loading/lazy-part.tsx';
import { useStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { Button } from '../shared/ui/button.tsx';
import { EmptyState, FailedList } from '../shared/ui/empty-state.tsx';
import { Loading, Skeleton } from '../shared/ui/skeleton.tsx';
import type { ListedMarket } from './market-list.tsx';

const IdeaCompare = lazyPart(() => import('../ideas/compare/idea-compare.tsx'), {
  fallback: () => (
    <Loading label="Loading">
      <div className="column">
        <Skeleton className="h-100 rounded-l" />
      </div>
    </Loading>
  ),
});
const IdeaDetail = lazyPart(
  async () => ({ default: (await import('../ideas/detail/idea-detail.tsx')).IdeaDetail }),
  { kind: 'popup' },
);

const MarketList = lazyPart(() => import('./market-list.tsx'), {
  fallback: () => (
    <div className="column">
      <CardSkeleton />
    </div>
  ),
});

/** From this width all ideas are listed beside the selected one. */
const LIST_WIDTH = '(min-width: 100rem)';

type OpenedDetail = { idea: Idea; section: DetailSection };
type MarketView = ListedMarket & { isShown: (idea: Idea) => boolean; opened: Idea | null };

/** SPEC §2. */
const emptyTitle = (market: Market) => `No ${market} trade ideas available`;

const EmptyMarket = ({ market }: { market: Market }) => (
  <EmptyState title={emptyTitle(market)}>New ideas appear here as soon as they're published.</EmptyState>
);

const NoMatches = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    title="No ideas match these filters."
    action={<Button onClick={onClear}>Clear filters</Button>}
  />
);

const CardView = ({ view }: { view: MarketView }) => {
  const known = useSeenIds();
  const { market, open, isShown, filterKey, empty } = view;
  // The last idea may be closed while it is read: then the carousel keeps it.
  const [wasFilled, setFilled] = useState(false);
  const isEmpty = view.ideas.length === 0 && !wasFilled;
  if (view.ideas.length > 0 && !wasFilled) setFilled(true);
  // The carousel announces what it will show, except when it is empty or covered by the detail.
  const isSilent = isEmpty || view.opened !== null;
  useEffect(
    () => (isSilent ? undefined : registerAnnouncer((idea, place) => place === market && isShown(idea))),
    [market, isShown, isSilent],
  );
  const renderIdea = useCallback(
    (idea: Idea, shown: boolean, left: boolean) => (
      <CustomerIdeaCard idea={idea} shown={shown} hasLeft={left} onOpen={open} />
    ),
    [open],
  );
  return isEmpty ? (
    empty
  ) : (
    <IdeaCarousel
      label={`${market} trade ideas`}
      ideas={view.ideas}
      listKey={filterKey}
      empty={empty}
      renderIdea={renderIdea}
      known={known}
      onEnter={open}
    />
  );
};

/** The comparison shows no cards, so an idea counts as viewed when its detail opens. */
const MarkViewed = ({ idea }: { idea: Idea }) => {
  useViewing(idea, true);
  return null;
};

const CompareView = ({ view }: { view: MarketView }) => (
  <>
    {view.ideas.length === 0 ? view.empty : <IdeaCompare ideas={view.ideas} onOpen={view.open} />}
    {view.opened && <MarkViewed key={view.opened.id} idea={view.opened} />}
  </>
);

/** The active ideas of a market, as a carousel, a list or a comparison, with the detail dialog. */
export const MarketIdeas = ({
  list,
  shown,
  isShown,
  filterKey,
  onClearFilters,
  market,
}: {
  list: IdeaList;
  /** The ideas of the list that pass the filter. */
  shown: readonly Idea[];
  /** Whether an idea passes it. */
  isShown: (idea: Idea) => boolean;
  /** Identifies the filter; empty without one. */
  filterKey: string;
  onClearFilters: () => void;
  market: Market;
}) => {
  const [layout] = useStored(storageKeys.marketLayout);
  const Cards = useMedia(LIST_WIDTH) ? MarketList : CardView;
  const [opened, setOpened] = useState<OpenedDetail | null>(null);
  // The detail stays mounted once it was opened, for its closing animation.
  const everOpened = useRef(false);
  if (opened) everOpened.current = true;
  const open = useCallback(
    (idea: Idea, section: DetailSection = 'everything') => setOpened({ idea, section }),
    [],
  );
  const close = useCallback(() => setOpened(null), []);
  useMarketOpening(market, list);
  // Deferred: React renders the cards in slices, so that a slow phone answers presses meanwhile.
  const isLoading = useDeferredValue(list.state === 'loading');

  if (isLoading || list.state === 'loading')
    return (
      <div className="column">
        <CardSkeleton />
      </div>
    );
  if (list.state === 'failed') return <FailedList title={emptyTitle(market)} list={list} />;
  // An opened idea follows the changes of its list and stays open when it leaves the list.
  const live = opened && list.ideas.find(({ id }) => id === opened.idea.id);
  const view: MarketView = {
    market,
    ideas: shown,
    isShown,
    filterKey,
    empty: list.ideas.length > 0 ? <NoMatches onClear={onClearFilters} /> : <EmptyMarket market={market} />,
    opened: opened && (live ?? opened.idea),
    open,
  };
  return (
    <>
      {layout === 'cards' && shown.length > 0 && <FirstVisit />}
      {layout === 'compare' ? <CompareView view={view} /> : <Cards view={view} />}
      {everOpened.current && (
        <IdeaDetail idea={view.opened} section={opened?.section ?? 'everything'} onClose={close} />
      )}
    </>
  );
};
