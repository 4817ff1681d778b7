import type { Levels } from '../../../contract/ideas/levels.ts';
import { levelNames } from '../../../contract/ideas/levels.ts';
import type { LevelName } from '../../shared/level-text.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { layoutLadder, type Span, separateLabels } from './ladder-layout.ts';
import { formatRungR } from './ladder-text.ts';
import { hatch, rising, tickColours } from './level-colours.ts';

/** The ladder on a line of 100 units in the direction of the idea: risk on the left, reward on the right. */
export const layoutTrack = (levels: Levels, plan = levels) => {
  const { rungs, risk, entry, reward } = layoutLadder(levels, { height: 100, margin: 0, gap: 0 }, plan);
  const turn = (y: number) => (levels.order_type === 'BUY' ? 100 - y : y);
  const turnSpan = (span: Span | null): Span | null => {
    if (!span) return null;
    const [a, b] = [turn(span.top), turn(span.bottom)];
    return { top: Math.min(a, b), bottom: Math.max(a, b) };
  };
  return {
    rungs: rungs.map((rung) => ({ ...rung, y: turn(rung.y) })).toSorted((a, b) => a.y - b.y),
    risk: turnSpan(risk),
    entry: turnSpan(entry),
    reward: turnSpan(reward),
  };
};

/** Distance between the labels of three levels, in the units of the track. */
const LABEL_GAP = 34;

/** Labels of some levels below their ticks, moved apart where they would overlap. A label at 30 has 30 % left of it. */
export const placeTrackLabels = (levels: Levels, plan: Levels, names: readonly LevelName[]) => {
  const labelled = layoutTrack(levels, plan).rungs.filter(({ name }) => names.includes(name));
  const places = separateLabels(
    labelled.map(({ y }) => y),
    LABEL_GAP,
    0,
    100,
  );
  return labelled.map((rung, index) => ({ ...rung, place: places[index] ?? rung.y }));
};

/** The levels in words, for screen readers. */
export const describeTrack = (levels: Levels, plan = levels): string =>
  layoutTrack(levels, plan)
    .rungs.map(({ name, price, movedFrom, r }) => {
      const multiple = name === 'invalidation_level' ? null : formatRungR({ name, r });
      const moved = movedFrom && `moved from ${movedFrom}`;
      return [`${levelNames[name]} ${price}`, moved, multiple].filter(Boolean).join(', ');
    })
    .join('. ');

const percent = (part: number) => `${part.toFixed(2)}%`;
const spanStyle = ({ top, bottom }: Span) => ({ left: percent(top), width: percent(bottom - top) });

/**
 * A horizontal ladder to scale: risk on the left, reward on the right. With `reached` the way from entry 1 to that level
 * stands out, and the rest fades.
 */
export const LevelTrack = ({
  levels,
  plan,
  reached,
}: {
  levels: Levels;
  plan: Levels;
  reached: LevelName | null;
}) => {
  const { rungs, risk, entry, reward } = layoutTrack(levels, plan);
  const at = (name: LevelName) => rungs.find((rung) => rung.name === name)?.y;
  const [start, end] = [at('entry_1'), reached === null ? undefined : at(reached)];
  const isGain = start !== undefined && end !== undefined && end > start;
  const label = `${reached ? `${levelNames[reached]} was reached. ` : ''}${describeTrack(levels, plan)}`;
  return (
    <div role="img" aria-label={label} className="relative h-5">
      <div
        className={classNames(
          'absolute inset-x-0 inset-y-1 overflow-hidden rounded-[4px] bg-line/60',
          reached && 'opacity-40',
        )}
      >
        {reward && (
          <i
            className="absolute inset-y-0"
            style={{ ...spanStyle(reward), backgroundImage: rising('right') }}
          />
        )}
        {risk && (
          <i
            className="absolute inset-y-0 bg-negative-wash"
            style={{ ...spanStyle(risk), backgroundImage: hatch }}
          />
        )}
        {entry && (
          <i
            className="absolute inset-y-0 bg-[color-mix(in_oklab,var(--color-info)_46%,var(--color-sunken))]"
            style={spanStyle(entry)}
          />
        )}
      </div>
      {start !== undefined && end !== undefined && (
        <i
          className={classNames('absolute inset-y-1', isGain ? 'bg-positive' : 'bg-negative')}
          style={spanStyle({ top: Math.min(start, end), bottom: Math.max(start, end) })}
        />
      )}
      {rungs.map(({ name, kind, y }) => (
        <i
          key={name}
          className={classNames(
            'absolute -translate-x-1/2 rounded-full',
            name === reached ? '-inset-y-0.5 w-1.5 ring-2 ring-surface' : 'inset-y-0 w-0.5',
            reached && name !== reached && name !== 'entry_1' && 'opacity-40',
            tickColours[kind],
          )}
          style={{ left: `clamp(1px, ${percent(y)}, calc(100% - 1px))` }}
        />
      ))}
    </div>
  );
};
