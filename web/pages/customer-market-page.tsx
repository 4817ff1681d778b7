import { useCallback, useLayoutEffect, useMemo } from 'react';
import type { Market } from '../../contract/ideas/markets.ts';
import { useFollows } from '../educators/use-follows.ts';
import { useBookmarkedIds } from '../ideas/bookmarks/use-bookmarks.ts';
import { formatIdeaCounts } from '../ideas/format-idea-counts.ts';
import { type IdeaList, useActiveIdeas } from '../ideas/idea-lists.ts';
import type { Idea } from '../ideas/idea-model.ts';
import { LoadAllPages } from '../ideas/load-all-pages.tsx';
import { keepForOtherMarket, marketFilter, matchesFilters } from '../ideas/market/market-filter.ts';
import { MarketFilters } from '../ideas/market/market-filters.tsx';
import { MarketSwitch } from '../ideas/market/market-switch.tsx';
import { useUnseenCounts } from '../ideas/reading/use-unseen.ts';
import { formatFilter, isFiltered, useAddressFilter } from '../shared/hooks/use-address-filter.ts';
import { useRelativeTime } from '../shared/hooks/use-relative-time.ts';
import { paths } from '../shared/paths.ts';
import { useStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { Button } from '../shared/ui/button.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';
import { MarketIdeas } from './market-ideas.tsx';

const findLatest = (ideas: readonly Idea[]): string =>
  ideas
    .map(({ created_at }) => created_at)
    .toSorted()
    .at(-1) ?? '';

/** "8 active · 1 invalid · latest 12 minutes ago", with a filter "3 of 9 ideas". */
const Summary = ({ list: { ideas, more }, shown }: { list: IdeaList; shown: readonly Idea[] | null }) => {
  const latest = useRelativeTime(findLatest(ideas));
  if (ideas.length === 0) return 'Active ideas';
  if (shown) return <span role="status">{`${shown.length} of ${ideas.length} ideas`}</span>;
  return `${formatIdeaCounts(ideas, more)} · latest ${latest.toLowerCase()}`;
};

const LayoutToggle = () => {
  const [layout, setLayout] = useStored(storageKeys.marketLayout);
  return (
    <Button
      aria-pressed={layout === 'compare'}
      onClick={() => setLayout(layout === 'cards' ? 'compare' : 'cards')}
      className="h-11.5 max-sm:px-2.5 max-sm:text-sm aria-pressed:border-accent aria-pressed:text-accent"
    >
      Compare
    </Button>
  );
};

/** Lets the column of the whole page, with its header, take the width of a large screen (styles.css). */
const useWideColumn = (): void =>
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.wide = '';
    return () => {
      delete dataset.wide;
    };
  }, []);

/** SPEC §2, "Customer market view". */
export const CustomerMarketPage = ({ market }: { market: Market }) => {
  useWideColumn();
  const list = useActiveIdeas(market);
  const unseen = useUnseenCounts()[market];
  const { filter, change, clear } = useAddressFilter(marketFilter, 'replace');
  const followed = useFollows();
  const bookmarked = useBookmarkedIds();
  const isShown = useCallback(
    (idea: Idea) => matchesFilters(idea, filter, { followed, bookmarked }),
    [filter, followed, bookmarked],
  );
  const shown = useMemo(() => list.ideas.filter(isShown), [list.ideas, isShown]);
  return (
    <>
      <PageHead
        title={market}
        beside={<Badge count={unseen} />}
        subtitle={
          list.state === 'loading' ? (
            <Skeleton className="h-5 w-56" />
          ) : (
            <Summary list={list} shown={isFiltered(filter) ? shown : null} />
          )
        }
        phones="read-out"
      />
      <MarketFilters
        ideas={list.ideas}
        filter={filter}
        onChange={change}
        onClear={clear}
        start={
          <MarketSwitch
            market={market}
            toHref={(other) =>
              paths.customerMarket(other) +
              formatFilter(other === market ? filter : keepForOtherMarket(filter))
            }
          />
        }
      >
        <LayoutToggle />
      </MarketFilters>
      <LoadAllPages list={list} />
      <MarketIdeas
        key={market}
        list={list}
        shown={shown}
        isShown={isShown}
        filterKey={formatFilter(filter)}
        onClearFilters={clear}
        market={market}
      />
    </>
  );
};
