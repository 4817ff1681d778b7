import { memo, useCallback, useState } from 'react';
import { useSearch } from 'wouter';
import type { Educator } from '../../contract/educators.ts';
import type { IdeaType, TradeIdea } from '../../contract/ideas.ts';
import type { Market } from '../../contract/markets.ts';
import { useEducators } from '../entities/educator/use-educators.ts';
import { type Idea, toIdea, toLevels } from '../entities/idea/idea-model.ts';
import { IdeaDetail } from '../features/idea-detail/idea-detail.tsx';
import { useLinkedIdea } from '../features/idea-detail/use-idea.ts';
import { HistoryCard } from '../features/idea-history/history-card.tsx';
import { isNarrowed } from '../features/idea-history/history-choice.ts';
import { HistoryFilters } from '../features/idea-history/history-filters.tsx';
import { HistoryGrid } from '../features/idea-history/history-grid.tsx';
import { HistorySkeleton } from '../features/idea-history/history-skeleton.tsx';
import { type History, useHistory } from '../features/idea-history/use-history.ts';
import { useHistoryChoice } from '../features/idea-history/use-history-choice.ts';
import { paths } from '../shared/paths.ts';
import { Button } from '../shared/ui/button.tsx';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';

type CardProps = { row: TradeIdea; educator: Educator | undefined; onOpen: (idea: Idea) => void };

/** Scrolling draws no card again whose row is the same. */
const Card = memo(({ row, educator, onOpen }: CardProps) => {
  const idea = toIdea(row, educator);
  return <HistoryCard idea={{ ...idea, levels: toLevels(idea) }} onOpen={() => onOpen(idea)} />;
});

/** SPEC §2's empty states: nothing completed, nothing that fits the filters, nothing because it failed (DESIGN §14). */
const Nothing = ({
  ideaType,
  history,
  onClear,
}: {
  ideaType: IdeaType;
  history: History;
  onClear: (() => void) | false;
}) => {
  const title = `No Completed ${ideaType} Ideas`;
  if (history.state === 'failed')
    return (
      <EmptyState
        title={title}
        action={
          <Button busy={history.retrying} onClick={history.retry}>
            Retry
          </Button>
        }
      >
        <p role="alert">Couldn't load.</p>
      </EmptyState>
    );
  if (onClear)
    return (
      <EmptyState title={title} action={<Button onClick={onClear}>Clear filters</Button>}>
        None fits these filters.
      </EmptyState>
    );
  return <EmptyState title={title}>Check back later for updates</EmptyState>;
};

const NO_CHOICE = { educatorId: undefined, pair: undefined, result: undefined };

/** SPEC §2, completed ideas history: every completed idea of a market and an idea type, the losses too. `?idea=` opens one. */
export const CustomerHistoryScreen = ({ market, ideaType }: { market: Market; ideaType: IdeaType }) => {
  const { choice, choose } = useHistoryChoice();
  const history = useHistory({ market, ideaType, ...choice });
  const educators = useEducators();
  const [opened, setOpened] = useState<Idea | null>(null);
  const linked = useLinkedIdea(new URLSearchParams(useSearch()).get('idea'));
  const close = () => {
    setOpened(null);
    // The choice alone, without the idea.
    if (linked) choose({});
  };
  const renderIdea = useCallback(
    (row: TradeIdea) => <Card row={row} educator={educators.get(row.educator_id)} onOpen={setOpened} />,
    [educators],
  );
  return (
    <>
      <PageHead
        title={`${ideaType} Ideas History`}
        documentTitle={`${ideaType} Ideas History · ${market}`}
        subtitle={`${market} · every completed idea, losses included`}
        back={{ href: paths.customerMarket(market), label: `Back to ${market}` }}
      />
      <HistoryFilters choice={choice} educators={[...educators.values()]} onChoose={choose} />
      {history.state === 'loading' && <HistorySkeleton />}
      {history.state === 'ready' && history.rows.length > 0 ? (
        <HistoryGrid key={history.listKey} history={history} renderIdea={renderIdea} />
      ) : (
        history.state !== 'loading' && (
          <Nothing
            ideaType={ideaType}
            history={history}
            onClear={isNarrowed(choice) && (() => choose(NO_CHOICE))}
          />
        )
      )}
      <IdeaDetail idea={opened ?? linked} onClose={close} />
    </>
  );
};
