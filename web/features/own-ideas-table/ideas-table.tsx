import { memo } from 'react';
import { classNames } from '../../shared/ui/class-names.ts';
import { Icon } from '../../shared/ui/icon.tsx';
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

/** Fixed widths, so that a long pair cannot push a column out of view. */
const columns: { title: string; width: string; by?: SortKey; alignEnd?: true; isHidden?: true }[] = [
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

const ColumnHeaders = ({ sort, onSort }: Pick<LayoutProps, 'sort' | 'onSort'>) => (
  <tr>
    {columns.map(({ title, width, by, alignEnd, isHidden }) => (
      <th
        key={title}
        scope="col"
        aria-sort={by !== sort.by ? undefined : sort.descending ? 'descending' : 'ascending'}
        className={classNames(
          width,
          'py-1 text-sm font-medium text-muted',
          alignEnd ? 'text-right' : 'text-left',
        )}
      >
        {by ? (
          <button
            type="button"
            onClick={() => onSort(by)}
            className={classNames(
              'inline-flex h-11 items-center rounded-s px-1.5 whitespace-nowrap hover:text-text xl:px-2',
              alignEnd && 'flex-row-reverse',
              by === sort.by && 'text-text',
            )}
          >
            {title}
            <Icon
              name="down"
              size={16}
              className={classNames(
                by !== sort.by && 'opacity-0',
                by === sort.by && !sort.descending && 'rotate-180',
              )}
            />
          </button>
        ) : (
          <span className={isHidden ? 'sr-only' : 'block px-1.5 leading-tight xl:px-2'}>{title}</span>
        )}
      </th>
    ))}
  </tr>
);

/** Memoised, so that a poll does not render unchanged rows again. */
const Row = memo(({ idea, counts, state, onOpen, onEdit, renderStatusMenu }: RowProps) => (
  <tr data-row={idea.id} className="border-t border-line-soft focus-within:bg-raised/60 hover:bg-raised/60">
    <th scope="row" className={classNames(cell, 'text-left font-normal')}>
      <PairButton idea={idea} onOpen={onOpen} />
    </th>
    <td className={classNames(cell, 'text-muted wrap-anywhere')}>{idea.timeFrame}</td>
    <td className={classNames(cell, 'text-muted')}>
      {idea.market}
      <span className="block">{idea.ideaType}</span>
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
      <Time iso={idea.createdAt} />
    </td>
    <td className={classNames(cell, 'text-right text-muted')}>
      <Time iso={idea.closedAt} />
    </td>
    <td className={classNames(cell, 'text-right')}>
      <Deliveries counts={counts} state={state} />
    </td>
    <td className={cell}>
      <RowButtons idea={idea} onEdit={onEdit} renderStatusMenu={renderStatusMenu} />
    </td>
  </tr>
));

/** The own ideas on a wide screen: a sortable table with one row for each idea. */
export const IdeasTable = ({ ideas, deliveries, sort, onSort, ...actions }: LayoutProps) => (
  <div className="rounded-l border border-line-soft bg-surface px-3 pb-2 shadow-lift">
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">Your ideas. Select a column heading to sort.</caption>
      <thead>
        <ColumnHeaders sort={sort} onSort={onSort} />
      </thead>
      <tbody>
        {ideas.map((idea) => (
          <Row
            key={idea.id}
            idea={idea}
            counts={deliveries.byIdea.get(idea.id)}
            state={deliveries.state}
            {...actions}
          />
        ))}
      </tbody>
    </table>
  </div>
);
