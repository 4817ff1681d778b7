import { useSearch } from 'wouter';
import type { Market } from '../../contract/markets.ts';
import { relativeTime } from '../../contract/relative-time.ts';
import type { Idea } from '../features/ideas/idea-model.ts';
import { MarketIdeas } from '../features/ideas/market-ideas.tsx';
import { useUnseenCounts } from '../features/ideas/reading/use-unseen.ts';
import { useActiveIdeas } from '../features/ideas/use-ideas.ts';
import { useStored } from '../lib/local-store.ts';
import { stored } from '../lib/stored-keys.ts';
import { useNow } from '../lib/use-now.ts';
import { Badge } from '../ui/badge.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

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
  const [layout, setLayout] = useStored(stored.marketLayout);
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
