import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { IdeaList } from '../../ideas/idea-lists.ts';
import { LoadAllPages } from '../../ideas/load-all-pages.tsx';
import { isFiltered, useAddressFilter } from '../../shared/hooks/use-address-filter.ts';
import { useMedia, WIDE_SCREEN } from '../../shared/hooks/use-media.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { FailedState } from '../../shared/ui/failed-state.tsx';
import { focusRegionStart } from '../../shared/ui/focus-region.ts';
import { Loading, Skeleton } from '../../shared/ui/skeleton.tsx';
import { IdeasRows } from './ideas-rows.tsx';
import { IdeasTable } from './ideas-table.tsx';
import { matchesFilter, tableFilter, tableSort } from './my-trade-ideas-filter.ts';
import { TableFilters } from './my-trade-ideas-filters.tsx';
import type { RowActions } from './row-cells.tsx';
import { formatSort, parseSort, sortIdeas, toggleSort } from './sort-ideas.ts';
import { useDeliveries } from './use-deliveries.ts';

const PAGE_SIZE = 50;

const SKELETON_ROWS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

const TableSkeleton = () => (
  <Loading label="Loading trade ideas...">
    <div className="grid gap-4 rounded-l border border-line-soft bg-surface p-5">
      {SKELETON_ROWS.map((row) => (
        <Skeleton key={row} className="h-10" />
      ))}
    </div>
  </Loading>
);

/** The idea somebody comes back with from the form: its row gets the focus. */
export type ReturnedWith = { id: string; isNew: boolean };

type Props = RowActions & { list: IdeaList; returnedWith: ReturnedWith | null };

const Ideas = ({ list, returnedWith, ...actions }: Props) => {
  const { filter, change, clear } = useAddressFilter(tableFilter, 'replace');
  const sortText = useAddressFilter(tableSort, 'replace').filter.sort;
  const sort = useMemo(() => parseSort(sortText), [sortText]);
  const deliveries = useDeliveries(list.ideas);
  const ideas = useMemo(
    () =>
      sortIdeas(
        list.ideas.filter((idea) => matchesFilter(idea, filter)),
        sort,
        deliveries.byIdea,
      ),
    [list.ideas, filter, sort, deliveries.byIdea],
  );
  const returnedIndex = ideas.findIndex(({ id }) => id === returnedWith?.id);
  const [shown, setShown] = useState(Math.max(PAGE_SIZE, returnedIndex + 1));
  const place = useRef<HTMLDivElement>(null);
  // An effect comes after that of the page's heading, which takes the focus after a navigation.
  useEffect(() => {
    if (!returnedWith || !place.current) return;
    const row = place.current.querySelector(`[data-row="${returnedWith.id}"]`);
    const button = returnedWith.isNew ? '[aria-haspopup=dialog]' : 'button:not([aria-haspopup])';
    row?.querySelector<HTMLElement>(button)?.focus();
    row?.scrollIntoView({ block: 'nearest' });
    // An edited idea may not match the filter any more.
    if (!row) focusRegionStart(place.current);
  }, [returnedWith]);
  const Layout = useMedia(WIDE_SCREEN) ? IdeasTable : IdeasRows;
  const total = list.ideas.length;
  return (
    <div ref={place}>
      <LoadAllPages list={list} />
      <TableFilters filter={filter} onChange={change} onClear={clear} />
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 data-focus-home tabIndex={-1} className="rounded-s text-xl">
          Your ideas
        </h2>
        <p role="status" className="text-sm text-muted">
          {list.more === 'none' &&
            `${isFiltered(filter) ? `${ideas.length} of ` : ''}${total} ${total === 1 ? 'idea' : 'ideas'}`}
        </p>
      </div>
      {ideas.length > 0 ? (
        <Layout
          rows={ideas.slice(0, shown).map((idea) => ({
            idea,
            isNew: returnedWith?.isNew === true && idea.id === returnedWith.id,
            counts: deliveries.byIdea.get(idea.id),
            state: deliveries.state,
            ...actions,
          }))}
          sort={sort}
          onSort={(by) => change({ sort: formatSort(toggleSort(sort, by)) })}
        />
      ) : list.more === 'none' || list.more === 'failed' ? (
        <EmptyState title="No matching ideas" action={<Button onClick={clear}>Clear filters</Button>}>
          No ideas match these filters.
        </EmptyState>
      ) : (
        <TableSkeleton />
      )}
      {ideas.length > shown && (
        <p className="mt-4 text-center">
          <Button onClick={() => setShown(shown + PAGE_SIZE)}>Show more</Button>
        </p>
      )}
    </div>
  );
};

/** Everything but the ideas themselves: the list is loading, failed or empty. */
const renderState = (list: IdeaList): ReactNode => {
  if (list.state === 'loading') return <TableSkeleton />;
  if (list.state === 'failed') return <FailedState onRetry={list.retry} busy={list.retrying} />;
  if (list.ideas.length > 0) return null;
  return (
    <EmptyState title="No trade ideas yet">
      Your first idea appears here as soon as it's published.
    </EmptyState>
  );
};

/** The educator's own ideas as a table, or as compact rows on a small screen. */
export const MyTradeIdeas = (props: Props) => (
  <div data-focus-region="" className="column pb-10">
    {renderState(props.list) ?? <Ideas {...props} />}
  </div>
);
