import type { Levels } from '../../../contract/levels.ts';
import { layoutLadder, type Span } from '../../entities/idea/ladder/ladder-layout.ts';
import { formatRungR, levelNames } from '../../entities/idea/ladder/ladder-text.ts';

/** The ladder on a line of 100 units in the direction of the idea: risk on the left, reward on the right. */
export const layoutTrack = (levels: Levels) => {
  const { rungs, risk, entry, reward } = layoutLadder(levels, { height: 100, margin: 0, gap: 0 });
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
export const describeTrack = (levels: Levels): string =>
  layoutTrack(levels)
    .rungs.map(({ name, price, r }) => {
      const multiple = name === 'invalidation_level' ? null : formatRungR({ name, r });
      return `${levelNames[name]} ${price}${multiple ? `, ${multiple}` : ''}`;
    })
    .join('. ');
