import { memo } from 'react';
import { classNames } from '../../shared/ui/class-names.ts';
import { type Column, SortHeaders } from '../../shared/ui/sort-headers.tsx';
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
import { type SortKey, sortLabels } from './sort-ideas.ts';

const columns: Column<SortKey>[] = [
  { title: sortLabels.pair, width: 'w-[14.5%] xl:w-[15.5%]', by: 'pair' },
  { title: 'Time frame', width: 'w-[6.5%]' },
  { title: 'Market, type', width: 'w-[8%]' },
  { title: sortLabels.status, width: 'w-[14%] xl:w-[13%]', by: 'status' },
  { title: 'Result', width: 'w-[9.5%]' },
  { title: sortLabels.r, width: 'w-[6.5%] xl:w-[8%]', by: 'r', alignEnd: true },
  { title: sortLabels.published, width: 'w-[9.5%]', by: 'published', alignEnd: true },
  { title: sortLabels.closed, width: 'w-[8.5%] xl:w-[9.5%]', by: 'closed', alignEnd: true },
  { title: sortLabels.deliveries, width: 'w-[9%]', by: 'deliveries', alignEnd: true },
  { title: 'Actions', width: 'w-[14%] xl:w-[11.5%]', isHidden: true },
];

const cell = 'px-1.5 py-2 text-sm align-middle xl:px-2';

/** Memoised, so that a poll does not render unchanged rows again. */
const Row = memo(({ idea, isNew, counts, state, onOpen, onEdit, onClosed }: RowProps) => (
  <tr data-row={idea.id} className="border-t border-line-soft focus-within:bg-raised/60 hover:bg-raised/60">
    <th scope="row" className={classNames(cell, 'text-left font-normal')}>
      <PairButton idea={idea} isNew={isNew} onOpen={onOpen} />
    </th>
    <td className={classNames(cell, 'text-muted wrap-anywhere')}>{idea.time_frame}</td>
    <td className={classNames(cell, 'text-muted')}>
      {idea.market_type}
      <span className="block">{idea.idea_type}</span>
    </td>
    <td className={cell}>
      <Status idea={idea} />
    </td>
    <td className={cell}>
      <ResultLevel idea={idea} />
    </td>
    <td className={classNames(cell, 'text-right')}>
      <ResultR idea={idea} />
    </td>
    <td className={classNames(cell, 'text-right text-muted')}>
      <Time iso={idea.created_at} />
    </td>
    <td className={classNames(cell, 'text-right text-muted')}>
      <Time iso={idea.closed_at} />
    </td>
    <td className={classNames(cell, 'text-right')}>
      <Deliveries counts={counts} state={state} />
    </td>
    <td className={cell}>
      <RowButtons idea={idea} onEdit={onEdit} onClosed={onClosed} />
    </td>
  </tr>
));

/** The own ideas on a wide screen: a sortable table with one row for each idea. */
export const IdeasTable = ({ rows, sort, onSort }: LayoutProps) => (
  <div className="rounded-l border border-line-soft bg-surface px-3 pb-2 shadow-lift">
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">Your ideas. Select a column heading to sort.</caption>
      <SortHeaders columns={columns} sort={sort} onSort={onSort} />
      <tbody>
        {rows.map((row) => (
          <Row key={row.idea.id} {...row} />
        ))}
      </tbody>
    </table>
  </div>
);
