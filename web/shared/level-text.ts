import type { OrderType } from '../../contract/ideas/ideas.ts';
import { formatR, type Levels, riskReward } from '../../contract/ideas/levels.ts';

export type LevelName = Exclude<keyof Levels, 'order_type'>;
/** Levels while they are typed: null until they are valid prices. */
export type LadderLevels = { order_type: OrderType } & { [Name in LevelName]: string | null };

/** Whether there is enough for risk and R. */
export const hasAllLevels = (levels: LadderLevels): levels is Levels =>
  levels.entry_1 !== null && levels.invalidation_level !== null && levels.exit_1 !== null;

/** "1 : 2.5" by the last exit (SPEC §10); null without an R. */
export const formatRiskReward = (levels: LadderLevels): string | null => {
  const found = hasAllLevels(levels) ? riskReward(levels) : null;
  return found ? `1 : ${formatR(found.headline).slice(0, -1)}` : null;
};
