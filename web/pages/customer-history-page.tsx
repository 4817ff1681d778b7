import { memo, useCallback, useState } from 'react';
import type { Educator } from '../../contract/educators/educators.ts';
import type { IdeaType, TradeIdea } from '../../contract/ideas/ideas.ts';
import type { Market } from '../../contract/ideas/markets.ts';
import { useEducators } from '../educators/use-educators.ts';
import { IdeaDetail } from '../ideas/detail/idea-detail.tsx';
import { HistoryCard } from '../ideas/history/history-card.tsx';
import { historyFilter } from '../ideas/history/history-filter.ts';
import { HistoryFilters } from '../ideas/history/history-filters.tsx';
import { HistoryGrid, HistorySkeleton } from '../ideas/history/history-grid.tsx';
import { type History, useHistory } from '../ideas/history/use-history.ts';
import { type Idea, toIdea } from '../ideas/idea-model.ts';
import { MarketSwitch } from '../ideas/market/market-switch.tsx';
import { formatFilter, isFiltered, useAddressFilter } from '../shared/hooks/use-address-filter.ts';
import { paths } from '../shared/paths.ts';
import { Button } from '../shared/ui/button.tsx';
import { EmptyState, FailedList } from '../shared/ui/empty-state.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';

type CardProps = { row: TradeIdea; educator: Educator | undefined; onOpen: (idea: Idea) => void };

/** Memoised, so that scrolling does not render unchanged cards again. */
const Card = memo(({ row, educator, onOpen }: CardProps) => {
  const idea = toIdea(row, educator);
  return <HistoryCard idea={idea} onOpen={() => onOpen(idea)} />;
});

/** SPEC §2's empty state, with its reason: failed (DESIGN §14), filtered or really empty. */
const EmptyHistory = ({
  ideaType,
  history,
  onClear,
}: {
  ideaType: IdeaType;
  history: History;
  onClear: (() => void) | false;
}) => {
  const title = `No Completed ${ideaType} Ideas`;
  if (history.state === 'failed') return <FailedList title={title} list={history} />;
  if (onClear)
    return (
      <EmptyState title={title} action={<Button onClick={onClear}>Clear filters</Button>}>
        No ideas match these filters.
      </EmptyState>
    );
  return <EmptyState title={title}>Check back later for updates</EmptyState>;
};

/** SPEC §2, "Completed ideas history". */
export const CustomerHistoryPage = ({ market, ideaType }: { market: Market; ideaType: IdeaType }) => {
  const { filter, change, clear } = useAddressFilter(historyFilter, 'push');
  const history = useHistory(market, ideaType, filter);
  const educators = useEducators();
  const [opened, setOpened] = useState<Idea | null>(null);
  const renderIdea = useCallback(
    (row: TradeIdea) => <Card row={row} educator={educators.get(row.educator_id)} onOpen={setOpened} />,
    [educators],
  );
  return (
    <>
      <PageHead
        title={`${ideaType} Ideas History`}
        documentTitle={`${ideaType} Ideas History · ${market}`}
        subtitle={`Every completed ${market} ${ideaType} idea, wins and losses`}
        back={{ href: paths.customerMarket(market), label: `Back to ${market}` }}
        actions={
          <MarketSwitch
            market={market}
            // A pair belongs to one market.
            toHref={(other) =>
              paths.history(other, ideaType) +
              formatFilter(other === market ? filter : { ...filter, pair: undefined })
            }
          />
        }
      />
      <HistoryFilters filter={filter} onChange={change} />
      {history.state === 'loading' && <HistorySkeleton />}
      {history.state === 'ready' && history.rows.length > 0 ? (
        <HistoryGrid key={history.listKey} history={history} renderIdea={renderIdea} />
      ) : (
        history.state !== 'loading' && (
          <EmptyHistory ideaType={ideaType} history={history} onClear={isFiltered(filter) && clear} />
        )
      )}
      <IdeaDetail idea={opened} onClose={() => setOpened(null)} />
    </>
  );
};
