import { formatOrientation } from '../../../contract/ideas/ideas.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { DirectionArrow } from '../../shared/ui/direction-chip.tsx';
import { SortSelect } from '../../shared/ui/sort-select.tsx';
import type { Idea } from '../idea-model.ts';
import {
  Age,
  ChangedMark,
  type CompareProps,
  formatHeadlineR,
  listExits,
  StatusMark,
} from './compare-cells.tsx';
import { sortLabels } from './compare-sort.ts';
import { MiniLadder } from './mini-ladder.tsx';

const Prices = ({ idea }: { idea: Idea }) => (
  <dl
    className={classNames(
      'grid grid-cols-3 gap-x-1 text-xs max-[19rem]:grid-cols-1',
      idea.status === 'invalid' && '[&_dd]:text-muted [&_dd]:line-through',
    )}
  >
    {(
      [
        ['Entry', [idea.entry_1, idea.entry_2]],
        ['Invalidation', [idea.invalidation_level]],
        ['Exits', listExits(idea)],
      ] as const
    ).map(([name, prices]) => (
      <div key={name} className="min-w-0">
        <dt className="text-muted">{name}</dt>
        {prices
          .filter((price) => price !== null)
          .map((price) => (
            <dd key={price} className="font-medium break-all tabular-nums">
              {price}
            </dd>
          ))}
      </div>
    ))}
  </dl>
);

const Row = ({ idea, onOpen }: { idea: Idea; onOpen: (idea: Idea) => void }) => (
  <li className="relative flex gap-2.5 py-3">
    <MiniLadder idea={idea} />
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="flex items-baseline gap-2 max-[19rem]:flex-wrap">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => onOpen(idea)}
          className={classNames(
            'min-w-0 text-left text-lg font-semibold wrap-anywhere outline-none after:absolute after:inset-0 after:rounded-s focus-visible:after:outline-2 focus-visible:after:outline-accent',
            idea.status === 'invalid' && 'text-muted line-through decoration-1',
          )}
        >
          <bdi>{idea.pair}</bdi>
        </button>
        <DirectionArrow order={idea.order_type} />
        <span className="sr-only">{formatOrientation(idea.order_type)}</span>
        <span className="ml-auto text-lg font-bold">{formatHeadlineR(idea)}</span>
      </div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <span className="max-w-full truncate">
          <bdi>{idea.educator_name}</bdi>
        </span>
        <span>
          {`${idea.idea_type} · ${idea.time_frame} · `}
          <Age idea={idea} />
        </span>
        <StatusMark idea={idea} />
        <ChangedMark idea={idea} />
      </p>
      <Prices idea={idea} />
    </div>
  </li>
);

/** The comparison on a phone: a compact row for each idea. */
export const ComparePhone = ({ ideas, sort, onSort, onOpen }: CompareProps) => (
  <>
    <SortSelect labels={sortLabels} sort={sort} onSort={onSort} />
    <ul
      aria-label="Active ideas"
      className="divide-y divide-line-soft rounded-l border border-line-soft bg-surface px-4 shadow-lift"
    >
      {ideas.map((idea) => (
        <Row key={idea.id} idea={idea} onOpen={onOpen} />
      ))}
    </ul>
  </>
);
