import { describeResult } from '../../../contract/ideas/idea-result.ts';
import { formatOrientation, type ResultLevel } from '../../../contract/ideas/ideas.ts';
import { exitNames, getPlan, type Levels, levelNames } from '../../../contract/ideas/levels.ts';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { useLargeFont } from '../../shared/hooks/use-media.ts';
import { useRelativeTime } from '../../shared/hooks/use-relative-time.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { DirectionArrow } from '../../shared/ui/direction-chip.tsx';
import type { Idea } from '../idea-model.ts';
import { ResultLine } from '../idea-result.tsx';
import { nameColours } from '../ladder/level-colours.ts';
import { LevelRows } from '../ladder/level-rows.tsx';
import { LevelTrack, placeTrackLabels } from '../ladder/level-track.tsx';
import { StatusChip } from '../status-chip.tsx';

/** All cards have the same height, so that the virtual list knows every position without rendering. */
export const cardHeightRem = (isFontLarge: boolean) => (isFontLarge ? 32 : 17.75);
export const cardClass =
  'relative flex h-71 max-[19rem]:h-128 flex-col rounded-l border border-line-soft bg-surface p-4.5 shadow-lift sm:px-5';

/** Longer prices and pairs are set in a smaller size. */
const LONG_PRICE = 9;
const LONG_PAIR = 14;

/** Prices of invalidation, entry 1 and the exit that matters, below their ticks. The detail has the others. */
const Prices = ({ levels, plan, reached }: { levels: Levels; plan: Levels; reached: ResultLevel | null }) => {
  const isFontLarge = useLargeFont();
  const lastExit = exitNames.findLast((name) => levels[name] !== null) ?? 'exit_1';
  const exit = exitNames.find((name) => name === reached) ?? lastExit;
  const labels = placeTrackLabels(levels, plan, ['invalidation_level', 'entry_1', exit]);
  if (isFontLarge) return <LevelRows rungs={labels} />;
  return (
    <dl className="relative mt-1 h-11">
      {labels.map(({ name, kind, price, movedFrom, place }) => (
        <div
          key={name}
          style={{
            left: `${place}%`,
            translate: `-${place}%`,
            textAlign: place < 34 ? 'left' : place > 66 ? 'right' : 'center',
          }}
          className="absolute w-max max-w-1/4"
        >
          <dt className={classNames('text-2xs leading-3.5 whitespace-nowrap', nameColours[kind])}>
            {levelNames[name]}
          </dt>
          <dd
            className={classNames(
              'font-semibold wrap-anywhere',
              price.length > LONG_PRICE ? 'text-2xs leading-3.5 tracking-tight' : 'text-sm leading-4.5',
            )}
          >
            {price}
          </dd>
          {/* R belongs to the published price, which the name of the track has. */}
          {movedFrom && <dd className="text-2xs leading-3 text-muted">moved</dd>}
        </div>
      ))}
    </dl>
  );
};

const Time = ({ name, iso }: { name: string; iso: string }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="xs:whitespace-nowrap">{useRelativeTime(iso)}</dd>
    <dd className="truncate text-right text-2xs max-[19rem]:hidden leading-4.5 text-faint">
      <time dateTime={iso}>{absoluteTime(iso)}</time>
    </dd>
  </>
);

const Times = ({ idea }: { idea: Idea }) => (
  <dl className="mt-auto grid grid-cols-[auto_auto_minmax(0,1fr)] gap-x-3 gap-y-1 border-t max-[19rem]:grid-cols-1 border-line-soft pt-2.5 text-xs">
    <Time name="Published" iso={idea.created_at} />
    {idea.closed_at && <Time name="Closed" iso={idea.closed_at} />}
  </dl>
);

/** A completed idea, read-only. The whole card opens its detail. */
export const HistoryCard = ({ idea, onOpen }: { idea: Idea; onOpen: () => void }) => {
  const plan = getPlan(idea);
  const reached = describeResult(idea)?.level ?? null;
  return (
    <article
      aria-label={`${idea.pair}, ${idea.educator_name}`}
      className={classNames(cardClass, 'transition-colors duration-150 hover:border-edge')}
    >
      <div className="flex h-8 items-center gap-2.5 max-[19rem]:h-auto max-[19rem]:flex-wrap">
        <DirectionArrow order={idea.order_type} />
        <h2
          className={classNames(
            'line-clamp-2 min-w-0 flex-1 wrap-anywhere max-[19rem]:min-w-32',
            idea.pair.length > LONG_PAIR ? 'text-sm' : 'text-xl',
          )}
        >
          <button
            type="button"
            onClick={onOpen}
            className="text-left outline-none after:absolute after:inset-0 after:z-10 after:rounded-l focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent"
          >
            <bdi>{idea.pair}</bdi>
          </button>
        </h2>
        <StatusChip status={idea.status} size="s" />
      </div>
      <p className="mt-1 flex text-sm whitespace-pre text-muted max-[19rem]:flex-wrap">
        <span className="truncate">
          <bdi>{idea.educator_name}</bdi>
        </span>
        <span className="shrink-0">{` · ${formatOrientation(idea.order_type)} · `}</span>
        <span className="max-w-[40%] shrink-0 truncate">{idea.time_frame}</span>
      </p>
      <p
        className={classNames(
          'mt-2 truncate text-lg tracking-tight max-[19rem]:text-base max-[19rem]:whitespace-normal',
          reached ? 'font-semibold' : 'text-muted',
        )}
      >
        <ResultLine idea={idea} />
      </p>
      <div className="mt-2">
        <LevelTrack levels={idea} plan={plan} reached={reached} />
        <Prices levels={idea} plan={plan} reached={reached} />
      </div>
      <p dir="auto" className="mt-1.5 truncate text-sm text-muted">
        {idea.lesson?.split('\n', 1)}
      </p>
      <Times idea={idea} />
    </article>
  );
};
