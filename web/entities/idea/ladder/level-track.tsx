import type { Levels } from '../../../../contract/levels.ts';
import { classNames } from '../../../shared/ui/class-names.ts';
import { layoutLadder, type Span } from './ladder-layout.ts';
import { formatRungR, levelNames } from './ladder-text.ts';
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

/** The levels in words, for screen readers. */
export const describeTrack = (levels: Levels, plan = levels): string =>
  layoutTrack(levels, plan)
    .rungs.map(({ name, price, r }) => {
      const multiple = name === 'invalidation_level' ? null : formatRungR({ name, r });
      return `${levelNames[name]} ${price}${multiple ? `, ${multiple}` : ''}`;
    })
    .join('. ');

const percent = (part: number) => `${part.toFixed(2)}%`;
const spanStyle = ({ top, bottom }: Span) => ({ left: percent(top), width: percent(bottom - top) });

/** A horizontal ladder to scale: risk on the left, reward on the right. */
export const LevelTrack = ({ levels }: { levels: Levels }) => {
  const { rungs, risk, entry, reward } = layoutTrack(levels);
  return (
    <div role="img" aria-label={describeTrack(levels)} className="relative h-5">
      <div className="absolute inset-x-0 inset-y-1 overflow-hidden rounded-[4px] bg-line/60">
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
      {rungs.map(({ name, kind, y }) => (
        <i
          key={name}
          className={classNames('absolute inset-y-0 w-0.5 -translate-x-1/2 rounded-full', tickColours[kind])}
          style={{ left: `clamp(1px, ${percent(y)}, calc(100% - 1px))` }}
        />
      ))}
    </div>
  );
};
