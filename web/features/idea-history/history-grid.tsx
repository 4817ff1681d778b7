import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { TradeIdea } from '../../../contract/ideas.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CARD_HEIGHT } from './history-card.tsx';
import { useSteadyList } from './scroll-anchor.ts';
import type { History } from './use-history.ts';

/** In rem. */
const GAP = 1;
const WIDTHS = [
  { least: 58, columns: 3 },
  { least: 38, columns: 2 },
];
/** Rows drawn beyond the window, so that a fast finger and the Tab key find cards there. */
const OVERSCAN = 3;
/** The next page is asked for this many rows before it is seen. */
const AHEAD = 12;

/** A card stands by itself, so that it stays the same element when another column or row is its place. */
const cellStyle = (column: number, columns: number, y: number) => ({
  left: `calc(${column} * (100% + ${GAP}rem) / ${columns})`,
  width: `calc((100% - ${columns - 1} * ${GAP}rem) / ${columns})`,
  translate: `0 ${y}px`,
});

/** The width of a box in rem, its distance from the top of the page, and what a rem is now, in pixels. */
const useBox = () => {
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
    // What stands above may change its height, the box itself then only its place.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return { ref, ...box };
};

const columnsAt = (width: number) => WIDTHS.find(({ least }) => width >= least)?.columns ?? 1;

/** How the history goes on below what is loaded. */
const Foot = ({ history, count }: { history: History; count: number }) => {
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
  return <p>{count === 1 ? 'That is the only one.' : `That is all of them: ${count} ideas.`}</p>;
};

const Waiting = ({ count }: { count: number }) => (
  <p role="status" className="pointer-events-none sticky top-4 z-10 flex h-0 justify-center">
    {count > 0 && (
      <button
        type="button"
        onClick={() => window.scrollTo({ top: 0 })}
        className="pointer-events-auto h-11 animate-arrive rounded-full bg-dawn px-5 text-sm font-semibold whitespace-nowrap text-dawn-ink shadow-float"
      >
        {count === 1 ? '1 more above' : `${count} more above`}
      </button>
    )}
  </p>
);

/** The cards of a history of any length: only those near the window are drawn. */
export const HistoryGrid = ({
  history,
  renderIdea,
}: {
  history: History;
  renderIdea: (idea: TradeIdea) => ReactNode;
}) => {
  const { ref, width, top, rem } = useBox();
  const columns = columnsAt(width);
  const [firstRow, setFirstRow] = useState(0);
  const { shown, waiting } = useSteadyList(history.rows, firstRow * columns);
  const rowHeight = (CARD_HEIGHT + GAP) * rem;
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(shown.length / columns),
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: top,
    // New rows are drawn in a task of their own, before the frame that lays them out: the overscan gives them the time.
    useFlushSync: false,
    onChange: ({ scrollOffset }) =>
      setFirstRow(Math.max(0, Math.floor(((scrollOffset ?? 0) - top) / rowHeight))),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height of the rows is the reason to measure again.
  useLayoutEffect(() => virtualizer.measure(), [rowHeight, virtualizer]);

  const rows = virtualizer.getVirtualItems();
  const end = ((rows.at(-1)?.index ?? 0) + AHEAD) * columns;
  const { more, loadMore } = history;
  const isNearEnd = width > 0 && more === 'there' && end >= shown.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded has grown: it may be too little still.
  useEffect(() => {
    if (isNearEnd) loadMore();
  }, [isNearEnd, shown.length]);

  return (
    <section aria-label="Completed ideas" aria-busy={history.isChanging || undefined} className="column">
      <Waiting count={waiting} />
      <ul ref={ref} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {width > 0 &&
          rows.flatMap(({ index: row, start }) =>
            shown.slice(row * columns, (row + 1) * columns).map((idea, column) => (
              <li
                key={idea.id}
                aria-posinset={row * columns + column + 1}
                aria-setsize={more === 'none' ? shown.length : -1}
                className="absolute top-0 h-69 [contain:layout_style_size]"
                style={cellStyle(column, columns, start - top)}
              >
                {renderIdea(idea)}
              </li>
            )),
          )}
      </ul>
      <div className="min-h-11 pt-4 text-center text-sm text-faint">
        <Foot history={history} count={shown.length} />
      </div>
    </section>
  );
};
