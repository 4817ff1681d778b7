import type { Levels } from '../../../contract/levels.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { describeTrack, layoutTrack, type TrackMark, type TrackSpan } from './track-layout.ts';

const tickColours: Record<TrackMark['kind'], string> = {
  invalidation: 'bg-negative',
  entry: 'bg-info',
  exit: 'bg-positive',
};

/** The colours of the ladder, horizontal. */
const hatch =
  'repeating-linear-gradient(-45deg, color-mix(in oklab, var(--negative) 62%, transparent) 0 2px, transparent 2px 6.5px)';
const rising =
  'linear-gradient(to right, color-mix(in oklab, var(--positive) 22%, transparent), color-mix(in oklab, var(--positive) 88%, transparent))';

const percent = (part: number) => `${(part * 100).toFixed(2)}%`;
const spanStyle = ({ from, to }: TrackSpan) => ({ left: percent(from), width: percent(to - from) });

/** A horizontal ladder to scale: risk on the left, reward on the right. */
export const LevelTrack = ({ levels }: { levels: Levels }) => {
  const { marks, risk, entry, reward } = layoutTrack(levels);
  return (
    <div role="img" aria-label={describeTrack(levels)} className="relative h-5">
      <div className="absolute inset-x-0 inset-y-1 overflow-hidden rounded-[4px] bg-line/60">
        {reward && (
          <i className="absolute inset-y-0" style={{ ...spanStyle(reward), backgroundImage: rising }} />
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
      {marks.map(({ name, kind, at }) => (
        <i
          key={name}
          className={classNames('absolute inset-y-0 w-0.5 -translate-x-1/2 rounded-full', tickColours[kind])}
          style={{ left: `clamp(1px, ${percent(at)}, calc(100% - 1px))` }}
        />
      ))}
    </div>
  );
};
