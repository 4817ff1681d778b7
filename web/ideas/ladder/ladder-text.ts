import { formatOrientation } from '../../../contract/ideas/ideas.ts';
import { createScale, formatR, levelNames } from '../../../contract/ideas/levels.ts';
import { formatRiskReward, hasAllLevels, type LadderLevels } from '../../shared/level-text.ts';
import type { LadderLayout, Rung } from './ladder-layout.ts';

/** The R of a level as text: "2.5R", and "−1R" for the invalidation level. */
export const formatRungR = ({ name, r }: Pick<Rung, 'name' | 'r'>): string | null => {
  if (r === null) return null;
  return name === 'invalidation_level' ? '−1R' : formatR(r);
};

/** Why R is undefined, as text; null when it is defined or levels are missing. */
export const explainMissingR = (
  scale: LadderLayout['scale'],
  order: LadderLevels['order_type'],
): string | null => {
  if (scale === 'no-risk') return "Can't calculate risk/reward: entry 1 and invalidation are the same price.";
  if (scale !== 'wrong-side') return null;
  const [direction, side] = order === 'BUY' ? ['bullish', 'below'] : ['bearish', 'above'];
  return `Can't calculate risk/reward: invalidation must be ${side} entry 1 on a ${direction} idea.`;
};

/** How far a price is from where the levels are, in R of the plan: "0.4R above entry 1, 1.4R above invalidation". */
export const describeDistance = (price: string, levels: LadderLevels, plan: LadderLevels): string | null => {
  const toR = hasAllLevels(plan) ? createScale(plan) : null;
  if (!toR || !hasAllLevels(levels)) return null;
  const isBullish = plan.order_type === 'BUY';
  const distances = (['entry_1', 'invalidation_level'] as const).map((name) => {
    const r = toR(price).minus(toR(levels[name]));
    // Not broken between two lines.
    const label = levelNames[name].toLowerCase().replace(' ', '\u00a0');
    if (r.round(1).eq(0)) return `at ${label}`;
    return `${formatR(r.abs())} ${r.gt(0) === isBullish ? 'above' : 'below'} ${label}`;
  });
  return distances.join(', ');
};

/** The ladder as text for screen readers, from the highest price to the lowest. */
export const describeLadder = (
  layout: LadderLayout,
  plan: LadderLevels,
  pair: string,
  isInvalidated: boolean,
): string => {
  const title = `Levels of ${pair || 'this idea'}, ${formatOrientation(plan.order_type).toLowerCase()}`;
  const rungs = layout.rungs.map((rung) => {
    const moved = rung.movedFrom ? `moved from ${rung.movedFrom}` : null;
    return [`${levelNames[rung.name]} ${rung.price}`, moved, formatRungR(rung)].filter(Boolean).join(', ');
  });
  const ratio = formatRiskReward(plan);
  return [
    isInvalidated ? `${title}, invalid` : title,
    ...rungs,
    ratio && `Risk/reward ${ratio.replace(' : ', ' to ')}`,
    explainMissingR(layout.scale, plan.order_type)?.replace(/\.$/, ''),
  ]
    .filter(Boolean)
    .join('. ')
    .concat('.');
};
