import type { OrderType } from '../../contract/ideas/ideas.ts';
import { formatR, type Levels, riskReward } from '../../contract/ideas/levels.ts';

export type LevelName = Exclude<keyof Levels, 'order_type'>;
/** Levels while they are typed: null until they are valid prices. */
export type LadderLevels = { order_type: OrderType } & { [Name in LevelName]: string | null };

/** Whether there is enough for risk and R. */
export const hasAllLevels = (levels: LadderLevels): levels is Levels =>
  levels.entry_1 !== null && levels.invalidation_level !== null && levels.exit_1 !== null;

/** The label of each level. */
export const levelNames: Record<LevelName, string> = {
  invalidation_level: 'Invalidation',
  entry_1: 'Entry 1',
  entry_2: 'Entry 2',
  exit_1: 'Exit 1',
  exit_2: 'Exit 2',
  exit_3: 'Exit 3',
};

/** "1 : 2.5" by the last exit (SPEC §10); null without an R. */
export const formatRiskReward = (levels: LadderLevels): string | null => {
  const found = hasAllLevels(levels) ? riskReward(levels) : null;
  return found ? `1 : ${formatR(found.headline).slice(0, -1)}` : null;
};
