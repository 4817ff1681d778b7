import { useSearch } from 'wouter';
import type { Market } from '../../contract/markets.ts';
import { relativeTime } from '../../contract/relative-time.ts';
import type { Idea } from '../entities/idea/idea-model.ts';
import { useUnseenCounts } from '../entities/idea/seen/use-unseen.ts';
import { useActiveIdeas } from '../entities/idea/use-ideas.ts';
import { useNow } from '../shared/hooks/use-now.ts';
import { useStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';
import { Segmented } from '../shared/ui/segmented.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';
import { MarketIdeas } from './market-ideas.tsx';

const newest = (ideas: readonly Idea[]): string =>
  ideas
    .map(({ createdAt }) => createdAt)
    .toSorted()
    .at(-1) ?? '';

/** "8 active ideas · newest 12 minutes ago"; a narrow phone has room for the first half. */
const Summary = ({ ideas }: { ideas: readonly Idea[] }) => {
  const now = useNow(10_000);
  if (ideas.length === 0) return 'Active ideas';
  return (
    <>
      {`${ideas.length} active ${ideas.length === 1 ? 'idea' : 'ideas'}`}
      <span className="max-xs:sr-only">{` · newest ${relativeTime(newest(ideas), now).toLowerCase()}`}</span>
    </>
  );
};

const layouts = [
  { value: 'cards', label: 'Cards' },
  { value: 'compare', label: 'Compare' },
] as const;

const LayoutChoice = () => {
  const [layout, setLayout] = useStored(storageKeys.marketLayout);
  return <Segmented label="View" hideLabel options={layouts} value={layout} onChange={setLayout} />;
};

/** SPEC §2, customer market idea view: the active ideas of one market, live. `?idea=` leads to one of them. */
export const CustomerMarketScreen = ({ market }: { market: Market }) => {
  const list = useActiveIdeas(market);
  const unseen = useUnseenCounts()[market];
  const goTo = new URLSearchParams(useSearch()).get('idea');
  return (
    <>
      <PageHead
        title={market}
        beside={<Badge count={unseen} label="new ideas" />}
        subtitle={
          list.state === 'loading' ? (
            <Skeleton className="h-5 w-56 max-xs:w-26" />
          ) : (
            <Summary ideas={list.ideas} />
          )
        }
        actions={<LayoutChoice />}
      />
      <MarketIdeas key={market} list={list} market={market} goTo={goTo} />
    </>
  );
};
