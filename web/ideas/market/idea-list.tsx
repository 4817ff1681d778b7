import { type KeyboardEvent, memo, useEffect, useRef } from 'react';
import { formatOrientation } from '../../../contract/ideas/ideas.ts';
import { formatR, getPlan, riskReward } from '../../../contract/ideas/levels.ts';
import { useRelativeTime } from '../../shared/hooks/use-relative-time.ts';
import { cardClass } from '../../shared/ui/card-class.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { DirectionArrow } from '../../shared/ui/direction-chip.tsx';
import { NewMark } from '../../shared/ui/new-mark.tsx';
import type { Idea } from '../idea-model.ts';

const Entry = memo(
  ({
    idea,
    selected,
    isNew,
    onSelect,
  }: {
    idea: Idea;
    selected: boolean;
    isNew: boolean;
    onSelect: (id: string) => void;
  }) => {
    const risk = riskReward(getPlan(idea));
    const isInvalidated = idea.status === 'invalid';
    return (
      // Far entries are not laid out: the list may hold hundreds.
      <li className="[contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]">
        <button
          type="button"
          aria-current={selected ? 'true' : undefined}
          onClick={() => onSelect(idea.id)}
          className="grid min-h-18 w-full grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-3 border-l-3 border-transparent px-4 py-2.5 text-left -outline-offset-2 hover:bg-raised/60 aria-[current]:border-accent aria-[current]:bg-raised"
        >
          <DirectionArrow order={idea.order_type} />
          <span className="flex min-w-0 items-center gap-2">
            <span
              className={classNames(
                'truncate text-lg font-semibold',
                isInvalidated && 'text-muted line-through decoration-1',
              )}
            >
              <bdi>{idea.pair}</bdi>
            </span>
            <span className="sr-only">{formatOrientation(idea.order_type)}</span>
            {isNew && <NewMark />}
          </span>
          <span className="text-right text-lg font-semibold">{risk ? formatR(risk.headline) : '–'}</span>
          <span className="col-start-2 truncate text-sm text-muted">
            <bdi>{idea.educator_name}</bdi>
          </span>
          <span className="text-right text-xs text-faint">{useRelativeTime(idea.created_at)}</span>
        </button>
      </li>
    );
  },
);

/** Every idea of a market, one of them selected. */
export const IdeaList = ({
  label,
  ideas,
  selectedId,
  known,
  onSelect,
  onStep,
}: {
  label: string;
  ideas: readonly Idea[];
  selectedId: string | undefined;
  /** Ids of ideas that are not marked as new. */
  known: ReadonlySet<string>;
  onSelect: (id: string) => void;
  onStep: (by: -1 | 1) => void;
}) => {
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection is another entry.
  useEffect(() => {
    const selected = list.current?.querySelector<HTMLElement>('[aria-current]');
    selected?.scrollIntoView({ block: 'nearest' });
    if (list.current?.contains(document.activeElement)) selected?.focus({ preventScroll: true });
  }, [selectedId]);
  // Left and right work everywhere on the page; up and down scroll it outside of the list.
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    if (step === null) return;
    event.preventDefault();
    onStep(step);
  };
  return (
    <ul
      ref={list}
      onKeyDown={onKeyDown}
      aria-label={label}
      className={`sticky top-4 max-h-[calc(100dvh-2rem-var(--dock))] min-h-[calc(100dvh-17rem-var(--dock))] divide-y divide-line-soft overflow-y-auto ${cardClass}`}
    >
      {ideas.map((idea) => (
        <Entry
          key={idea.id}
          idea={idea}
          selected={idea.id === selectedId}
          isNew={!known.has(idea.id)}
          onSelect={onSelect}
        />
      ))}
    </ul>
  );
};
