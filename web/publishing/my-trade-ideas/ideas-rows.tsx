import { memo, type ReactNode } from 'react';
import { SortSelect } from '../../shared/ui/sort-select.tsx';
import {
  Deliveries,
  type LayoutProps,
  PairButton,
  ResultLevel,
  ResultR,
  RowButtons,
  type RowProps,
  Status,
  Time,
} from './row-cells.tsx';
import { sortLabels } from './sort-ideas.ts';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="text-sm wrap-anywhere">{children}</dd>
  </div>
);

/** Memoised, so that a poll does not render unchanged rows again. */
const Row = memo(({ idea, isNew, counts, state, onOpen, onEdit, onClosed }: RowProps) => (
  <li data-row={idea.id}>
    <article aria-label={idea.pair} className="py-3.5">
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <h3 className="min-w-0">
          <PairButton idea={idea} isNew={isNew} onOpen={onOpen} />
        </h3>
        <Status idea={idea} />
      </div>
      <p className="mt-1 text-sm text-muted wrap-anywhere">
        {`${idea.time_frame} · ${idea.market_type} · ${idea.idea_type}`}
      </p>
      <dl className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-x-3 gap-y-2">
        <Fact name="Result">
          <ResultLevel idea={idea} />
        </Fact>
        <Fact name="R">
          <ResultR idea={idea} />
        </Fact>
        <Fact name="Deliveries">
          <Deliveries counts={counts} state={state} />
        </Fact>
        <Fact name="Published">
          <Time iso={idea.created_at} />
        </Fact>
        <Fact name="Closed">
          <Time iso={idea.closed_at} />
        </Fact>
      </dl>
      <div className="mt-2 -ml-2">
        <RowButtons idea={idea} onEdit={onEdit} onClosed={onClosed} />
      </div>
    </article>
  </li>
));

/** The own ideas below 1024 px: a compact row for each idea, with the facts of the table. */
export const IdeasRows = ({ rows, sort, onSort }: LayoutProps) => (
  <>
    <SortSelect labels={sortLabels} sort={sort} onSort={onSort} />
    <ul
      aria-label="Your ideas"
      className="divide-y divide-line-soft rounded-l border border-line-soft bg-surface px-4 shadow-lift"
    >
      {rows.map((row) => (
        <Row key={row.idea.id} {...row} />
      ))}
    </ul>
  </>
);
