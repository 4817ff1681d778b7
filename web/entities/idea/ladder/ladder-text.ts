import { formatOrientation } from '../../../../contract/ideas.ts';
import { formatR, riskReward } from '../../../../contract/levels.ts';
import type { LadderLayout, LadderLevels, LevelName, Rung } from './ladder-layout.ts';

/** The label of each level. */
export const levelNames: Record<LevelName, string> = {
  invalidation_level: 'Invalidation',
  entry_1: 'Entry 1',
  entry_2: 'Entry 2',
  exit_1: 'Exit 1',
  exit_2: 'Exit 2',
  exit_3: 'Exit 3',
};

/** The R of a level as text: "2.5R", and "−1R" for the invalidation level. */
export const formatRungR = ({ name, r }: Pick<Rung, 'name' | 'r'>): string | null => {
  if (r === null) return null;
  return name === 'invalidation_level' ? '−1R' : formatR(r);
};

/** "1 : 2.5" by the last exit (DESIGN §15); null without an R. */
export const formatRiskReward = (levels: LadderLevels): string | null => {
  const { entry_1, invalidation_level, exit_1 } = levels;
  if (entry_1 === null || invalidation_level === null || exit_1 === null) return null;
  const found = riskReward({ ...levels, entry_1, invalidation_level, exit_1 });
  return found ? `1 : ${formatR(found.headline).slice(0, -1)}` : null;
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
    isInvalidated ? `${title}, invalidated` : title,
    ...rungs,
    ratio && `Risk/reward ${ratio.replace(' : ', ' to ')}`,
    explainMissingR(layout.scale, plan.order_type)?.replace(/\.$/, ''),
  ]
    .filter(Boolean)
    .join('. ')
    .concat('.');
};
