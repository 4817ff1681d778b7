import type { Levels } from '../../../contract/levels.ts';
import type { Span } from '../../entities/idea/ladder/ladder-layout.ts';
import { hatch, rising, tickColours } from '../../entities/idea/ladder/level-colours.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { describeTrack, layoutTrack } from './track-layout.ts';

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
            className="absolute inset-y-0 bg-[color-mix(in_oklab,var(--info)_46%,var(--sunken))]"
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
