import type { Market } from '../../contract/markets.ts';
import { relativeTime } from '../../contract/relative-time.ts';
import { CardSkeleton } from '../features/ideas/card-skeleton.tsx';
import { IdeaCard } from '../features/ideas/idea-card.tsx';
import { IdeaCarousel } from '../features/ideas/idea-carousel.tsx';
import type { Idea } from '../features/ideas/idea-model.ts';
import { type IdeaList, useActiveIdeas } from '../features/ideas/use-ideas.ts';
import { useNow } from '../lib/use-now.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const newest = (ideas: readonly Idea[]): string =>
  ideas
    .map(({ createdAt }) => createdAt)
    .toSorted()
    .at(-1) ?? '';

/** "8 active ideas · newest 12 minutes ago". */
const Summary = ({ ideas }: { ideas: readonly Idea[] }) => {
  const now = useNow(10_000);
  if (ideas.length === 0) return 'Active ideas';
  return `${ideas.length} active ${ideas.length === 1 ? 'idea' : 'ideas'} · newest ${relativeTime(newest(ideas), now).toLowerCase()}`;
};

const renderIdea = (idea: Idea) => <IdeaCard idea={idea} />;

const Ideas = ({ list, market }: { list: IdeaList; market: Market }) => {
  const none = `No ${market} trade ideas available`;
  if (list.state === 'loading')
    return (
      <div className="column">
        <CardSkeleton />
      </div>
    );
  if (list.state === 'failed')
    return (
      <EmptyState
        title={none}
        action={
          <Button busy={list.retrying} onClick={list.retry}>
            Retry
          </Button>
        }
      >
        <p role="alert">Couldn't load.</p>
      </EmptyState>
    );
  if (list.ideas.length === 0)
    return <EmptyState title={none}>You will see the next one here the moment it is published.</EmptyState>;
  return <IdeaCarousel label={`${market} trade ideas`} ideas={list.ideas} renderIdea={renderIdea} />;
};

/** SPEC §2, customer market idea view: the active ideas of one market, live. */
export const CustomerMarketScreen = ({ market }: { market: Market }) => {
  const list = useActiveIdeas(market);
  return (
    <>
      <PageHead
        title={market}
        subtitle={
          list.state === 'loading' ? <Skeleton className="h-5 w-56" /> : <Summary ideas={list.ideas} />
        }
      />
      <Ideas key={market} list={list} market={market} />
    </>
  );
};
