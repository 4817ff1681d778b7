import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { TradeIdea } from '../../../contract/ideas/ideas.ts';
import { useLargeFont } from '../../shared/hooks/use-media.ts';
import { Button } from '../../shared/ui/button.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { cardClass, cardHeightRem } from './history-card.tsx';
import { useAnchoredList } from './scroll-anchor.ts';
import type { History } from './use-history.ts';

const CARDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** The loading text of SPEC §2, and placeholders in the size of the cards. */
export const HistorySkeleton = () => (
  <div role="status" className="relative">
    {/* Over the placeholders: a line of its own would move the cards when they arrive. */}
    <p className="absolute inset-x-0 top-20 z-10 text-center">
      <span className="rounded-full border border-line bg-surface px-4 py-2 text-sm text-muted">
        Loading trade ideas...
      </span>
    </p>
    <div className="@container column">
      <div className="grid gap-4 @min-[38rem]:grid-cols-2 @min-[58rem]:grid-cols-3">
        {CARDS.map((card) => (
          <div key={card} className={classNames(cardClass, 'justify-between')}>
            <Skeleton className="h-7 w-28" />
            <Skeleton className="h-20" />
            <Skeleton className="h-9" />
          </div>
        ))}
      </div>
    </div>
  </div>
);

const GAP_REM = 1;
const BREAKPOINTS = [
  { least: 58, columns: 3 },
  { least: 38, columns: 2 },
];
/** Rows rendered outside the window, for fast scrolling and the Tab key. */
const OVERSCAN = 3;
/** The next page is prefetched this many rows before the last one. */
const PREFETCH_ROWS = 12;

/** Cards are positioned one by one, so that a card stays the same element when its row or column changes. */
const cellStyle = (column: number, columns: number, y: number) => ({
  left: `calc(${column} * (100% + ${GAP_REM}rem) / ${columns})`,
  width: `calc((100% - ${columns - 1} * ${GAP_REM}rem) / ${columns})`,
  translate: `0 ${y}px`,
});

/** Width of the grid in rem, its distance from the top of the page in pixels, and a rem in pixels. */
const useGridBox = () => {
  const ref = useRef<HTMLUListElement>(null);
  const [box, setBox] = useState({ width: 0, top: 0, rem: 16 });
  useLayoutEffect(() => {
    const element = ref.current!;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const { width, top } = element.getBoundingClientRect();
      setBox({ width: width / rem, top: top + window.scrollY, rem });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Content above the grid can change its height, which moves the grid without resizing it.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return { ref, ...box };
};

const countColumns = (width: number) => BREAKPOINTS.find(({ least }) => width >= least)?.columns ?? 1;

/** The end of the loaded list: loading, failed or complete. */
const ListEnd = ({ history, count }: { history: History; count: number }) => {
  if (history.more === 'failed')
    return (
      <p role="alert" className="flex items-center justify-center gap-3">
        Couldn't load.
        <Button size="s" onClick={history.loadMore}>
          Retry
        </Button>
      </p>
    );
  if (history.more !== 'none') return <p role="status">Loading trade ideas...</p>;
  return <p>{count === 1 ? '1 idea' : `All ${count} ideas shown`}</p>;
};

const NewIdeasButton = ({ count }: { count: number }) => (
  <p role="status" className="pointer-events-none sticky top-4 z-10 flex h-0 justify-center">
    {count > 0 && (
      <button
        type="button"
        onClick={() => window.scrollTo({ top: 0 })}
        className="pointer-events-auto h-11 animate-arrive rounded-full bg-primary px-5 text-sm font-semibold whitespace-nowrap text-primary-ink shadow-float"
      >
        {count === 1 ? '1 new' : `${count} new`}
      </button>
    )}
  </p>
);

/** The history as a virtual list: only cards near the window are rendered. */
export const HistoryGrid = ({
  history,
  renderIdea,
}: {
  history: History;
  renderIdea: (idea: TradeIdea) => ReactNode;
}) => {
  const { ref, width, top, rem } = useGridBox();
  const columns = countColumns(width);
  const [firstRow, setFirstRow] = useState(0);
  const { shown, waiting } = useAnchoredList(history.rows, firstRow * columns);
  const rowHeight = (cardHeightRem(useLargeFont()) + GAP_REM) * rem;
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(shown.length / columns),
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: top,
    // Renders new rows asynchronously: the overscan gives React the time.
    useFlushSync: false,
    onChange: ({ scrollOffset }) =>
      setFirstRow(Math.max(0, Math.floor(((scrollOffset ?? 0) - top) / rowHeight))),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height needs a new measurement.
  useLayoutEffect(() => virtualizer.measure(), [rowHeight, virtualizer]);

  const rows = virtualizer.getVirtualItems();
  const end = ((rows.at(-1)?.index ?? 0) + PREFETCH_ROWS) * columns;
  const { more, loadMore } = history;
  const isNearEnd = width > 0 && more === 'there' && end >= shown.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a page has loaded, the end may still be near.
  useEffect(() => {
    if (isNearEnd) loadMore();
  }, [isNearEnd, shown.length]);

  return (
    <section aria-label="Completed ideas" aria-busy={history.isChanging || undefined} className="column">
      <NewIdeasButton count={waiting} />
      <ul ref={ref} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {width > 0 &&
          rows.flatMap(({ index: row, start }) =>
            shown.slice(row * columns, (row + 1) * columns).map((idea, column) => (
              <li
                key={idea.id}
                aria-posinset={row * columns + column + 1}
                aria-setsize={more === 'none' ? shown.length : -1}
                className="absolute top-0 h-71 max-[19rem]:h-128 [contain:layout_style_size]"
                style={cellStyle(column, columns, start - top)}
              >
                {renderIdea(idea)}
              </li>
            )),
          )}
      </ul>
      <div className="min-h-11 pt-4 text-center text-sm text-faint">
        <ListEnd history={history} count={shown.length} />
      </div>
    </section>
  );
};
