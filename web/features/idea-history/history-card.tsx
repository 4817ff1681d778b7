import { formatOrientation } from '../../../contract/ideas.ts';
import { exitNames, formatR, type Levels, riskReward } from '../../../contract/levels.ts';
import { relativeTime } from '../../../contract/relative-time.ts';
import { type Idea, toLevels } from '../../entities/idea/idea-model.ts';
import { levelNames } from '../../entities/idea/ladder/ladder-text.ts';
import { nameColours } from '../../entities/idea/ladder/level-colours.ts';
import { LevelTrack, layoutTrack } from '../../entities/idea/ladder/level-track.tsx';
import { StatusChip } from '../../entities/idea/status-chip.tsx';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { useNow } from '../../shared/hooks/use-now.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { DirectionArrow } from '../../shared/ui/direction-chip.tsx';

/** All cards have the same height, so that the virtual list knows every position without rendering. */
export const CARD_HEIGHT_REM = 17.25;
export const cardClass =
  'relative flex h-69 flex-col rounded-l border border-line-soft bg-surface p-4.5 shadow-lift sm:px-5';

/** Longer prices and pairs are set in a smaller size. */
const LONG_PRICE = 10;
const LONG_PAIR = 14;

const alignments = ['', 'text-center', 'text-right'];

/** Prices of invalidation, entry 1 and the last exit. The detail has the others. */
const Prices = ({ levels }: { levels: Levels }) => {
  const last = exitNames.findLast((name) => levels[name] !== null);
  const shown = layoutTrack(levels).rungs.filter(
    ({ name, kind }) => kind === 'invalidation' || name === 'entry_1' || name === last,
  );
  return (
    <dl className="mt-1.5 flex justify-between gap-2">
      {shown.map(({ name, kind, price }, index) => (
        <div key={name} className={classNames('min-w-0', alignments[index])}>
          <dt className={classNames('text-2xs', nameColours[kind])}>{levelNames[name]}</dt>
          <dd
            className={classNames(
              'font-semibold wrap-anywhere',
              price.length > LONG_PRICE ? 'text-2xs leading-4 tracking-tight' : 'text-sm',
            )}
          >
            {price}
          </dd>
        </div>
      ))}
    </dl>
  );
};

const ExitMultiples = ({ levels }: { levels: Levels }) => {
  const found = riskReward(levels);
  if (!found)
    return <p className="text-xs text-muted">R unavailable: invalidation is on the wrong side of entry 1.</p>;
  return (
    <ul className="flex gap-x-3.5 text-xs text-muted">
      {found.exits.map(({ name, r }) => (
        <li key={name} className="whitespace-nowrap">
          {`Exit ${name.at(-1)} `}
          <b className={classNames('font-semibold', r.lt(0) ? 'text-negative' : 'text-text')}>{formatR(r)}</b>
        </li>
      ))}
    </ul>
  );
};

const Times = ({ idea }: { idea: Idea }) => {
  const now = useNow(30_000);
  return (
    <dl className="mt-auto grid grid-cols-[auto_1fr_auto] gap-x-3 gap-y-1 border-t border-line-soft pt-3 text-xs">
      {[
        ['Published', idea.createdAt] as const,
        // There is no column for the closing time (SPEC §3): the last change of a completed idea closed it.
        ['Closed', idea.updatedAt] as const,
      ].map(([name, iso]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="truncate">{relativeTime(iso, now)}</dd>
          <dd className="text-right text-2xs leading-4.5 text-faint">
            <time dateTime={iso}>{absoluteTime(iso, now)}</time>
          </dd>
        </div>
      ))}
    </dl>
  );
};

/** A completed idea, read-only. The whole card opens its detail. */
export const HistoryCard = ({ idea, onOpen }: { idea: Idea; onOpen: () => void }) => {
  const levels = toLevels(idea);
  return (
    <article
      aria-label={`${idea.pair}, ${idea.educatorName}`}
      className={classNames(cardClass, 'transition-colors duration-150 hover:border-edge')}
    >
      <div className="flex h-8 items-center gap-2.5">
        <DirectionArrow order={idea.orderType} />
        <h2
          className={classNames(
            'line-clamp-2 min-w-0 flex-1 wrap-anywhere',
            idea.pair.length > LONG_PAIR ? 'text-sm' : 'text-xl',
          )}
        >
          <button
            type="button"
            onClick={onOpen}
            className="text-left outline-none after:absolute after:inset-0 after:rounded-l focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent"
          >
            {idea.pair}
          </button>
        </h2>
        <StatusChip status={idea.status} size="s" />
      </div>
      <p className="mt-1 flex text-sm whitespace-pre text-muted">
        <span className="truncate">{idea.educatorName}</span>
        <span className="shrink-0">{` · ${formatOrientation(idea.orderType)} · `}</span>
        <span className="max-w-[40%] shrink-0 truncate">{idea.timeFrame}</span>
      </p>
      <div className="mt-4">
        <LevelTrack levels={levels} />
        <Prices levels={levels} />
      </div>
      <div className="mt-2">
        <ExitMultiples levels={levels} />
      </div>
      <Times idea={idea} />
    </article>
  );
};
