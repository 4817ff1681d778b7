import { classNames } from '../../shared/ui/class-names.ts';
import type { LadderLayout, Span } from './ladder-layout.ts';
import { hatch, rising, tickColours } from './level-colours.ts';

/** Pixels; labels are on both sides. */
const AXIS_WIDTH = 90;
const MIDDLE = AXIS_WIDTH / 2;
const TICK = 23;
const BAR = 30;

const glide = 'motion-safe:transition-[top,height,opacity] motion-safe:duration-150';

/** Position of a zone inside the bar, whose top is at `origin`. */
const place = ({ top, bottom }: Span, origin: number) => ({ top: top - origin, height: bottom - top });

/** The leader line from a tick to its label. */
const leader = (y: number, labelY: number, side: -1 | 1) => {
  const from = MIDDLE + side * (TICK + 3);
  const to = side === -1 ? 3 : AXIS_WIDTH - 3;
  const bend = (from + to) / 2;
  return `M${from} ${y}C${bend} ${y} ${bend} ${labelY} ${to} ${labelY}`;
};

const Bar = ({ layout, up }: { layout: LadderLayout; up: boolean }) => {
  const { track, risk, entry, reward, marks } = layout;
  if (!track) return null;
  const height = track.bottom - track.top;
  // The bar is animated from entry 1 outwards.
  const start = layout.rungs.find(({ name }) => name === 'entry_1')?.y ?? (track.top + track.bottom) / 2;
  return (
    <div
      style={{
        top: track.top,
        height,
        left: MIDDLE - BAR / 2,
        width: BAR,
        ['--from-top' as string]: `${start - track.top}px`,
        ['--from-bottom' as string]: `${track.bottom - start}px`,
      }}
      className="absolute overflow-hidden rounded-[9px] bg-line/60 [clip-path:inset(0)] motion-safe:transition-[top,height,clip-path] motion-safe:duration-180 motion-safe:ease-out motion-safe:starting:[clip-path:inset(var(--from-top)_0_var(--from-bottom)_0)]"
    >
      {reward && (
        <i
          className={`absolute inset-x-0 ${glide}`}
          style={{ ...place(reward, track.top), backgroundImage: rising(up ? 'top' : 'bottom') }}
        />
      )}
      {marks.map((y) => (
        <i key={y} className="absolute inset-x-0 h-px bg-sunken/60" style={{ top: y - track.top - 0.5 }} />
      ))}
      {risk && (
        <i
          className={`absolute inset-x-0 bg-negative-wash ${glide}`}
          style={{ ...place(risk, track.top), backgroundImage: hatch }}
        />
      )}
      {entry && (
        <i
          className={`absolute inset-x-0 bg-[color-mix(in_oklab,var(--color-info)_46%,var(--color-sunken))] ${glide}`}
          style={place(entry, track.top)}
        />
      )}
    </div>
  );
};

/** The axis: zones, ticks to scale, and leader lines to the labels. */
export const LadderAxis = ({ layout, height, up }: { layout: LadderLayout; height: number; up: boolean }) => (
  <div className="relative" style={{ width: AXIS_WIDTH, height }}>
    <svg
      width={AXIS_WIDTH}
      height={height}
      viewBox={`0 0 ${AXIS_WIDTH} ${height}`}
      aria-hidden="true"
      fill="none"
      className="absolute inset-0 motion-safe:transition-opacity motion-safe:duration-180 motion-safe:starting:opacity-0"
    >
      {layout.rungs.flatMap(({ name, y, labelY }) =>
        ([-1, 1] as const).map((side) => (
          <path
            key={`${name}${side}`}
            d={leader(y, labelY, side)}
            className={Math.abs(labelY - y) > 1 ? 'stroke-edge/70' : 'stroke-line'}
          />
        )),
      )}
    </svg>
    <Bar layout={layout} up={up} />
    {layout.rungs.map(({ name, kind, y }) => (
      <i
        key={name}
        className={classNames('absolute h-0.5 rounded-full', tickColours[kind], glide)}
        style={{ top: y - 1, left: MIDDLE - TICK, width: 2 * TICK }}
      />
    ))}
  </div>
);
