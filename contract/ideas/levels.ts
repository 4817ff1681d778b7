import Big from 'big.js';
import type * as z from 'zod/mini';
import {
  type IdeaStatus,
  type ideaLevels,
  normalizeStatus,
  type ResultLevel,
  resultLevels,
} from './ideas.ts';

/** Direction and the six levels of an idea, as decimal strings. */
export type Levels = z.infer<typeof ideaLevels>;

/**
 * The levels that risk and R are shown for (SPEC §10): those of five minutes after publishing, as in the track record,
 * without exits that were removed later. Until then, and while no level was changed later, they are the current ones.
 */
export const getPlan = (idea: Levels & { plan: Levels | null }): Levels => {
  const { plan } = idea;
  return plan ? { ...plan, exit_2: idea.exit_2 && plan.exit_2, exit_3: idea.exit_3 && plan.exit_3 } : idea;
};

/** Every level, in the order a trader writes them down: entries, invalidation, exits. */
export const levelFields = [
  'entry_1',
  'entry_2',
  'invalidation_level',
  'exit_1',
  'exit_2',
  'exit_3',
] as const;
export type LevelField = (typeof levelFields)[number];

/** The label of each level. */
export const levelNames: Record<LevelField, string> = {
  invalidation_level: 'Invalidation',
  entry_1: 'Entry 1',
  entry_2: 'Entry 2',
  exit_1: 'Exit 1',
  exit_2: 'Exit 2',
  exit_3: 'Exit 3',
};

const planFields = ['order_type', ...levelFields] as const;

/** Direction and levels alone. */
export const pickLevels = (levels: Levels): Levels =>
  Object.fromEntries(planFields.map((field) => [field, levels[field]])) as Levels;

export const hasSameLevels = (one: Levels, other: Levels): boolean =>
  planFields.every((field) => one[field] === other[field]);

export const exitNames = ['exit_1', 'exit_2', 'exit_3'] as const;
export type ExitName = (typeof exitNames)[number];

/** The levels an idea with this status can have reached: a success reached at least exit 1, a loss perhaps too. */
export const listResultLevels = (status: IdeaStatus): readonly ResultLevel[] =>
  normalizeStatus(status) === 'successful' ? exitNames : resultLevels;

/**
 * R multiples of a plan (SPEC §10). Risk is |entry_1 - invalidation|; the R of an exit is its distance from
 * entry_1 in the idea's direction, divided by the risk, so an exit on the losing side is a loss. `headline` is the
 * last exit's R. Null if the invalidation level is on the wrong side or equals the entry: then R is undefined.
 */
export type RiskReward = { exits: { name: ExitName; price: string; r: Big }[]; headline: Big };

/** Twenty decimals, far more than a screen shows, so the only visible rounding is that for display. */
const RATIO_DECIMALS = 20;
const Ratio = Big();
Ratio.DP = RATIO_DECIMALS;
Ratio.RM = Ratio.roundHalfEven;

/** Converts prices to R multiples of a plan; null if the plan has no risk. */
export const createScale = (plan: Levels): ((price: string) => Big) | null => {
  const direction = plan.order_type === 'BUY' ? 1 : -1;
  const entry = new Ratio(plan.entry_1);
  const risk = entry.minus(plan.invalidation_level).times(direction);
  return risk.lte(0) ? null : (price) => new Ratio(price).minus(entry).times(direction).div(risk);
};

/** Whether a plan has a risk. */
export const hasR = (plan: Levels): boolean => createScale(plan) !== null;

export const riskReward = (levels: Levels): RiskReward | null => {
  const toR = createScale(levels);
  if (!toR) return null;
  const exits = exitNames.flatMap((name) => {
    const price = levels[name];
    return price === null ? [] : [{ name, price, r: toR(price) }];
  });
  // Every idea has an exit 1.
  return { exits, headline: exits.at(-1)!.r };
};

/** Larger values are typos and would break the layout of columns. */
const MAX_DISPLAYED_R = 999;

/** R for display: one decimal, a true minus sign and the letter. "2.5R", "−1.0R", "999+R". */
export const formatR = (r: Big): string => {
  const sign = r.round(1).lt(0) ? '−' : '';
  return `${sign}${r.abs().gt(MAX_DISPLAYED_R) ? `${MAX_DISPLAYED_R}+` : r.abs().toFixed(1)}R`;
};

/** The R of a result: "+2.6R", "−1R", "0R". */
export const formatResultR = (r: Big): string => {
  const text = formatR(r).replace('.0R', 'R');
  return r.round(1).gt(0) ? `+${text}` : text;
};

/**
 * What an idea paid at the level that was reached, from worst to best. A level moved later counts where it was published
 * and where it was at the close, as in the track record, because nobody recorded on which side of the move the price was.
 */
export const resultAtLevel = (
  plan: Levels,
  levelsAtClose: Levels,
  name: Exclude<keyof Levels, 'order_type'>,
): { low: Big; high: Big } | null => {
  const toR = createScale(plan);
  const prices = [plan[name], levelsAtClose[name]].filter((price) => price !== null);
  const [first, second = first] = toR ? prices.map(toR) : [];
  if (!first || !second) return null;
  return first.lte(second) ? { low: first, high: second } : { low: second, high: first };
};

/** The levels on the wrong side of entry 1: invalidation on that of the profit, exits on that of the loss or at it. */
export const listWrongSides = (levels: Levels): ('invalidation_level' | ExitName)[] => {
  const sign = levels.order_type === 'BUY' ? 1 : -1;
  const compare = (price: string) => sign * new Ratio(price).cmp(levels.entry_1);
  const exits = exitNames.filter((name) => levels[name] !== null && compare(levels[name]) <= 0);
  return compare(levels.invalidation_level) > 0 ? ['invalidation_level', ...exits] : exits;
};

/** An exit further away than this is more likely a typo than a plan. */
export const MAX_PLAUSIBLE_R = 50;

/** Warnings for the educator about levels. The form asks before publishing; none of them forbids it. */
export type LevelHint =
  | 'stop-on-wrong-side'
  | 'no-risk'
  | 'exits-out-of-order'
  | 'exit-on-losing-side'
  | 'exit-far-out'
  | 'reward-below-risk'
  | 'exit-1-below-risk';

/** Hints for valid levels, most serious first. */
export const levelHints = (levels: Levels): LevelHint[] => {
  const result = riskReward(levels);
  const wrong = listWrongSides(levels);
  const hints: LevelHint[] = [];
  if (wrong[0] === 'invalidation_level') hints.push('stop-on-wrong-side');
  else if (!result) hints.push('no-risk');
  if (wrong.at(-1)?.startsWith('exit')) hints.push('exit-on-losing-side');
  if (!result) return hints;
  const ordered = result.exits.every((exit, index) => index === 0 || exit.r.gt(result.exits[index - 1]!.r));
  if (!ordered) hints.push('exits-out-of-order');
  if (result.exits.some((exit) => exit.r.gt(MAX_PLAUSIBLE_R))) hints.push('exit-far-out');
  const isBelowRisk = (r: Big) => r.gt(0) && r.lt(1);
  if (isBelowRisk(result.headline)) hints.push('reward-below-risk');
  else if (isBelowRisk(result.exits[0]!.r)) hints.push('exit-1-below-risk');
  return hints;
};
