import { formatOrientation } from '../../../contract/ideas/ideas.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { DirectionArrow } from '../../shared/ui/direction-chip.tsx';
import { type Column, SortHeaders } from '../../shared/ui/sort-headers.tsx';
import type { Idea } from '../idea-model.ts';
import {
  Age,
  ChangedMark,
  type CompareProps,
  formatHeadlineR,
  listExits,
  StatusMark,
} from './compare-cells.tsx';
import type { SortKey } from './compare-sort.ts';
import { MiniLadder } from './mini-ladder.tsx';

const columns: Column<SortKey>[] = [
  { title: 'Pair', width: 'w-[16%]', by: 'pair' },
  { title: 'Educator', width: 'w-[10.5%]', by: 'educator' },
  { title: 'Direction', width: 'w-[9%]', by: 'direction' },
  { title: 'Type', width: 'w-[8%]', by: 'type' },
  { title: 'Time frame', width: 'w-[9.5%]', by: 'timeFrame' },
  { title: 'Entry', width: 'w-[10%]', by: 'entry', alignEnd: true },
  { title: 'Invalidation', width: 'w-[10.5%]', by: 'invalidation', alignEnd: true },
  { title: 'Exits', width: 'w-[10%]', alignEnd: true },
  { title: 'R', width: 'w-[6.5%]', by: 'r', alignEnd: true },
  { title: 'Age', width: 'w-[10%]', by: 'age', alignEnd: true },
];

const cell = 'px-1.5 py-2.5 align-middle xl:px-2';
const price = 'text-right text-sm font-medium tabular-nums break-all xl:text-base';

const Row = ({ idea, onOpen }: { idea: Idea; onOpen: (idea: Idea) => void }) => {
  const invalidatedLook = idea.status === 'invalid' && 'text-muted line-through decoration-1';
  return (
    // Keyboards use the button in the first cell. The click handler of the row only makes a larger target.
    <tr onClick={() => onOpen(idea)} className="cursor-pointer border-t border-line-soft hover:bg-raised/60">
      <th scope="row" className={classNames(cell, 'text-left font-normal')}>
        <span className="flex items-center gap-3">
          <MiniLadder idea={idea} />
          <span className="grid min-w-0 justify-items-start gap-1">
            <button
              type="button"
              aria-haspopup="dialog"
              className={classNames(
                'min-h-8 rounded-s text-left text-lg font-semibold wrap-anywhere',
                invalidatedLook,
              )}
            >
              <bdi>{idea.pair}</bdi>
            </button>
            <span className="flex flex-wrap gap-1.5 empty:hidden">
              <StatusMark idea={idea} />
              <ChangedMark idea={idea} />
            </span>
          </span>
        </span>
      </th>
      <td className={classNames(cell, 'text-sm')}>
        <span className="line-clamp-2 wrap-anywhere">
          <bdi>{idea.educator_name}</bdi>
        </span>
      </td>
      <td className={cell}>
        <span className="inline-flex items-center gap-1.5">
          <DirectionArrow order={idea.order_type} />
          {formatOrientation(idea.order_type)}
        </span>
      </td>
      <td className={classNames(cell, 'text-muted')}>{idea.idea_type}</td>
      <td className={classNames(cell, 'text-muted')}>{idea.time_frame}</td>
      <td className={classNames(cell, price, invalidatedLook)}>
        {idea.entry_1}
        {idea.entry_2 && <span className="block text-muted">{idea.entry_2}</span>}
      </td>
      <td className={classNames(cell, price, invalidatedLook)}>{idea.invalidation_level}</td>
      <td className={classNames(cell, price, invalidatedLook)}>
        {listExits(idea).map((exit) => (
          <span key={exit} className="block leading-5">
            {exit}
          </span>
        ))}
      </td>
      <td className={classNames(cell, 'text-right text-lg font-bold break-all')}>{formatHeadlineR(idea)}</td>
      <td className={classNames(cell, 'text-right text-sm text-muted')}>
        <Age idea={idea} />
      </td>
    </tr>
  );
};

/** The comparison on a wide screen: a sortable table with one row for each idea. */
export const CompareTable = ({ ideas, sort, onSort, onOpen }: CompareProps) => (
  <div className="overflow-clip rounded-l border border-line-soft bg-surface px-3 pb-2 shadow-lift">
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">Active ideas. Select a column heading to sort.</caption>
      <SortHeaders columns={columns} sort={sort} onSort={onSort} />
      <tbody>
        {ideas.map((idea) => (
          <Row key={idea.id} idea={idea} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  </div>
);
