import { describeResult } from '../../../contract/ideas/idea-result.ts';
import { formatOrientation, type IdeaStatus } from '../../../contract/ideas/ideas.ts';
import type { PushDeliveries } from '../../../contract/notifications/push.ts';
import { describeDeliveries } from '../../ideas/deliveries.ts';
import type { Idea } from '../../ideas/idea-model.ts';
import { resultColours } from '../../ideas/idea-result.tsx';
import { StatusChip } from '../../ideas/status-chip.tsx';
import { absoluteTime, shortTime } from '../../shared/absolute-time.ts';
import { serverNow } from '../../shared/server-clock.ts';
import { Button } from '../../shared/ui/button.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { DirectionArrow } from '../../shared/ui/direction-chip.tsx';
import { NewMark } from '../../shared/ui/new-mark.tsx';
import { StatusMenu } from '../manage/status-menu.tsx';
import type { Sort, SortKey } from './sort-ideas.ts';
import type { OwnDeliveries } from './use-deliveries.ts';

/** What both layouts of a row do. */
export type RowActions = {
  onOpen: (idea: Idea) => void;
  onEdit: (idea: Idea) => void;
  /** The menu has closed an idea. */
  onClosed: (idea: Idea, status: IdeaStatus) => void;
};

export type RowProps = RowActions & {
  idea: Idea;
  /** It was just published. */
  isNew: boolean;
  counts: PushDeliveries | undefined;
  /** Of the counts of all ideas. */
  state: OwnDeliveries['state'];
};

/** Props of both layouts. The rows are filtered and sorted. */
export type LayoutProps = { rows: readonly RowProps[]; sort: Sort; onSort: (by: SortKey) => void };

/** A dash that a screen reader reads as words. */
const None = ({ text }: { text: string }) => (
  <span title={text} className="text-faint">
    <span aria-hidden="true">–</span>
    <span className="sr-only">{text}</span>
  </span>
);

export const PairButton = ({ idea, isNew, onOpen }: Pick<RowProps, 'idea' | 'isNew' | 'onOpen'>) => (
  <>
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onOpen(idea)}
      className={classNames(
        'min-h-8 rounded-s text-left text-base leading-5 font-semibold wrap-anywhere hover:text-accent pointer-coarse:min-h-11',
        idea.status === 'invalid' && 'text-muted line-through decoration-1',
      )}
    >
      <bdi>{idea.pair}</bdi>
    </button>
    <span
      className={classNames(
        'flex items-center gap-1.5 text-xs font-normal text-muted',
        // Below the focus ring of the button.
        isNew ? 'mt-1.5' : 'mt-0.5',
      )}
    >
      <DirectionArrow order={idea.order_type} />
      {formatOrientation(idea.order_type)}
      {isNew && <NewMark />}
    </span>
  </>
);

export const Status = ({ idea }: { idea: Idea }) =>
  idea.status === 'active' ? (
    <span className="text-sm">Active</span>
  ) : (
    <StatusChip status={idea.status} size="s" />
  );

export const ResultLevel = ({ idea }: { idea: Idea }) =>
  describeResult(idea)?.label ?? <None text="No result yet" />;

export const ResultR = ({ idea }: { idea: Idea }) => {
  const result = describeResult(idea);
  if (!result?.r) return <None text="No R" />;
  return <span className={classNames('font-semibold', resultColours[result.tone])}>{result.r}</span>;
};

export const Time = ({ iso }: { iso: string | null }) => {
  if (!iso) return <None text="Not closed" />;
  return (
    <time dateTime={iso} title={absoluteTime(iso)}>
      {shortTime(new Date(iso), new Date(serverNow()))}
    </time>
  );
};

/** "41/43", as a whole sentence for screen readers and as the title. */
export const Deliveries = ({ counts, state }: Pick<RowProps, 'counts' | 'state'>) => {
  if (!counts && state === 'loading') return null;
  if (!counts)
    return <None text={state === 'failed' ? "Couldn't load deliveries" : 'Counts are kept for 30 days'} />;
  const sentence = describeDeliveries(counts);
  return (
    <span title={sentence}>
      <span aria-hidden="true">{`${counts.accepted}/${counts.devices}`}</span>
      <span className="sr-only">{sentence}</span>
    </span>
  );
};

/** Edit, and the menu of the status. */
export const RowButtons = ({ idea, onEdit, onClosed }: Pick<RowProps, 'idea' | 'onEdit' | 'onClosed'>) => (
  <span className="flex gap-1">
    <Button
      size="s"
      variant="quiet"
      className="px-2"
      aria-label={`Edit ${idea.pair}`}
      onClick={() => onEdit(idea)}
    >
      Edit
    </Button>
    <StatusMenu idea={idea} onClosed={onClosed} />
  </span>
);
