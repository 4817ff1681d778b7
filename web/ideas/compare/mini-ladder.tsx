import type { Idea } from '../idea-model.ts';
import { layoutLadder } from '../ladder/ladder-layout.ts';

const HEIGHT = 52;
const WIDTH = 28;
const BAR = 10;
const LEFT = (WIDTH - BAR) / 2;
const ticks = { invalidation: 'fill-negative', entry: 'fill-info', exit: 'fill-positive' };

/** A small ladder to scale, without text. Hidden from screen readers: the numbers beside it say the same. */
export const MiniLadder = ({ idea }: { idea: Idea }) => {
  const { track, risk, entry, reward, rungs } = layoutLadder(idea, {
    height: HEIGHT,
    margin: 3,
    gap: 0,
  });
  const bar = ({ top, bottom }: { top: number; bottom: number }) => ({
    x: LEFT,
    y: top,
    width: BAR,
    height: bottom - top,
  });
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      aria-hidden="true"
      className={idea.status === 'invalid' ? 'shrink-0 opacity-45 grayscale' : 'shrink-0'}
    >
      {track && <rect {...bar(track)} rx="2" className="fill-line/60" />}
      {reward && <rect {...bar(reward)} rx="2" className="fill-positive/45" />}
      {risk && <rect {...bar(risk)} rx="2" className="fill-negative/40" />}
      {entry && <rect {...bar(entry)} className="fill-info/50" />}
      {rungs.map(({ name, kind, y }) => (
        <rect key={name} x="2" y={y - 1} width={WIDTH - 4} height="2" rx="1" className={ticks[kind]} />
      ))}
    </svg>
  );
};
