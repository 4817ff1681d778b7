import Big from 'big.js';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { hasEnded } from '../../contract/ideas/ideas.ts';
import { formatRangeR } from '../../contract/record/format-record.ts';
import type { RecordEntry, RRange } from '../../contract/record/track-record.ts';
import { useCurrentUser } from '../account/session/current-user.ts';
import { paths } from '../shared/paths.ts';
import { findStep } from '../shared/ui/tabs.tsx';
import { formatDay } from './format-day.ts';

const BAR = 12;
const PX_PER_R = 18;
/** Beyond these a bar is cut off, so that one large result does not flatten the others. */
const [MAX_R, MIN_R] = [3, -2];
/** A result of zero is still visible. */
const MIN_HEIGHT = 3;
const HEIGHT = (MAX_R - MIN_R) * PX_PER_R + 2;

const toY = (r: number) => 1 + (MAX_R - Math.min(MAX_R, Math.max(MIN_R, r))) * PX_PER_R;

type ClosedEntry = RecordEntry & { closed_at: string };
const isClosed = (entry: RecordEntry): entry is ClosedEntry => entry.closed_at !== null;

/** "EUR/USD, +1.6R, closed 19 Nov 2026". */
const describeEntry = ({ pair, r, status, closed_at }: ClosedEntry): string => {
  const verb = hasEnded(status) ? 'closed' : 'deleted while active';
  return `${pair}, ${r ? formatRangeR(r.exit_1, 1) : 'no R'}, ${verb} ${formatDay(closed_at)}`;
};

/** A shadow at each edge beyond which there are more bars. The first two layers scroll along and cover it at the end. */
const scrollShadows =
  'bg-[linear-gradient(to_right,var(--color-surface)_1rem,transparent),linear-gradient(to_left,var(--color-surface)_1rem,transparent),linear-gradient(to_right,var(--color-line),transparent),linear-gradient(to_left,var(--color-line),transparent)] bg-size-[3rem_100%,3rem_100%,1rem_100%,1rem_100%] bg-position-[left,right,left,right] bg-no-repeat [background-attachment:local,local,scroll,scroll]';

const colours = {
  profit: 'fill-positive stroke-positive',
  loss: 'fill-negative stroke-negative',
  even: 'fill-edge stroke-edge',
};

const findColours = ({ low, high }: RRange): string => {
  if (new Big(low).gt(0)) return colours.profit;
  return new Big(low).lt(0) && new Big(high).lte(0) ? colours.loss : colours.even;
};

const Rect = ({ from, to, className }: { from: number; to: number; className: string }) => {
  const [top, bottom] = [Math.min(toY(from), toY(to)), Math.max(toY(from), toY(to))];
  const height = Math.max(MIN_HEIGHT, bottom - top);
  // A flat bar stands on the middle of the zero line.
  const y = bottom === top ? top - height / 2 : top;
  return (
    <rect x="50%" y={y} width={BAR} height={height} rx={2} className={`-translate-x-1.5 ${className}`} />
  );
};

/** A bar from zero up or down. What is certain is filled; the range up to the other case is an outline. */
const Bar = ({ range }: { range: RRange | undefined }) => {
  const [low, high] = [Number(range?.low ?? 0), Number(range?.high ?? 0)];
  const certain = low > 0 ? low : Math.min(0, high);
  const look = range ? findColours(range) : colours.even;
  return (
    <svg width="100%" height={HEIGHT} aria-hidden="true" className="block">
      <line x2="100%" y1={toY(0)} y2={toY(0)} className="stroke-line" />
      {low !== high && (
        <Rect from={Math.min(0, low)} to={Math.max(0, high)} className={`${look} [fill-opacity:0.15]`} />
      )}
      {(certain !== 0 || low === high) && <Rect from={0} to={certain} className={look} />}
    </svg>
  );
};

/**
 * The closed ideas in the order of closing, each a link, or without a session a button. One tab stop: arrow keys, Home and End move along the bars, so
 * a long record does not keep the keyboard from the rest of the page.
 */
export const ResultsStrip = ({ entries }: { entries: readonly RecordEntry[] }) => {
  const closed = entries.filter(isClosed);
  const hasLinks = useCurrentUser() !== null;
  const list = useRef<HTMLUListElement>(null);
  const [visitedId, setVisitedId] = useState<string | null>(null);
  const [describedId, setDescribedId] = useState<string | null>(null);
  const visited = closed.findIndex(({ idea_id }) => idea_id === visitedId);
  const tabStop = visited === -1 ? closed.length - 1 : visited;
  const described = closed.find(({ idea_id }) => idea_id === describedId);

  useLayoutEffect(() => {
    // The latest results are at the end.
    list.current?.scrollTo({ left: list.current.scrollWidth });
  }, []);

  const focusBar = (index: number) =>
    list.current
      ?.querySelectorAll<HTMLElement>('a, button')
      [Math.min(closed.length - 1, Math.max(0, index))]?.focus();
  const onKeyDown = (event: KeyboardEvent) => {
    const next = findStep(event.key, tabStop, closed.length);
    if (next === undefined) return;
    event.preventDefault();
    focusBar(next);
  };

  const describeBar = (entry: ClosedEntry, index: number) => ({
    'aria-label': describeEntry(entry),
    tabIndex: index === tabStop ? 0 : -1,
    onFocus: () => {
      setVisitedId(entry.idea_id);
      setDescribedId(entry.idea_id);
    },
    onBlur: () => setDescribedId(null),
    onPointerEnter: () => setDescribedId(entry.idea_id),
    onPointerLeave: () => setDescribedId(null),
    className: 'block w-full rounded-s hover:bg-raised focus-visible:-outline-offset-2',
    children: <Bar range={entry.r?.exit_1} />,
  });

  return (
    <>
      <p className="mb-4 text-sm text-pretty text-muted">
        One bar per closed idea, oldest first: profit up, loss down, in R if closed at exit 1. An outline is
        the range from worst to best case.
      </p>
      <ul
        ref={list}
        aria-label="Results, oldest first"
        onKeyDown={onKeyDown}
        className={`flex overflow-x-auto pb-2 ${scrollShadows}`}
      >
        {closed.map((entry, index) => (
          // WCAG 2.5.8: a target is at least 24 px wide.
          <li key={entry.idea_id} className="min-w-6 flex-1">
            {hasLinks ? (
              <Link href={paths.idea(entry.idea_id)} {...describeBar(entry, index)} />
            ) : (
              <button type="button" {...describeBar(entry, index)} />
            )}
          </li>
        ))}
      </ul>
      <p aria-hidden="true" className="flex justify-between text-xs text-faint">
        <span>{formatDay(closed[0]?.closed_at ?? '')}</span>
        {closed.length > 1 && <span>{formatDay(closed.at(-1)?.closed_at ?? '')}</span>}
      </p>
      <p
        aria-hidden="true"
        className="mt-1 line-clamp-2 min-h-[2lh] text-sm font-medium wrap-anywhere sm:line-clamp-1 sm:min-h-[1lh]"
      >
        {described ? (
          describeEntry(described)
        ) : (
          <span className="font-normal text-faint">
            {hasLinks ? 'Select a bar to open its idea' : 'Select a bar to read its result'}
          </span>
        )}
      </p>
    </>
  );
};
