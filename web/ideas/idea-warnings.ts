import type { OrderType } from '../../contract/ideas/ideas.ts';
import { hasEnded } from '../../contract/ideas/ideas.ts';
import {
  type LevelHint,
  type Levels,
  levelHints,
  listWrongSides,
  MAX_PLAUSIBLE_R,
} from '../../contract/ideas/levels.ts';
import { mentionsForexCurrency } from '../../contract/ideas/market-detection.ts';
import { relativeTime } from '../../contract/shared/relative-time.ts';
import { hasAllLevels } from '../shared/level-text.ts';
import { type IdeaFormValues, toLadderLevels } from './idea-form-values.ts';
import type { Idea } from './idea-model.ts';
import { guessMarket } from './known-instruments.ts';

const levelSentences: Record<Exclude<LevelHint, 'exit-on-losing-side'>, string> = {
  'stop-on-wrong-side': 'Invalidation is on the profit side of entry 1.',
  'no-risk': 'Entry 1 and invalidation are the same price, so there is no risk to measure.',
  'exits-out-of-order': 'Exits are out of order: each should be further from entry than the last.',
  'exit-far-out': `One exit is over ${MAX_PLAUSIBLE_R}R away. Check for a typo.`,
  'reward-below-risk': 'The last exit is worth less than 1R.',
  'exit-1-below-risk': 'Exit 1 is worth less than 1R.',
};

const list = new Intl.ListFormat('en-GB');

const describeHint = (hint: LevelHint, levels: Levels): string => {
  if (hint !== 'exit-on-losing-side') return levelSentences[hint];
  const exits = listWrongSides(levels).filter((name) => name !== 'invalidation_level');
  const names = list.format(exits.map((name) => name.replace('_', ' ')));
  return `E${names.slice(1)} ${exits.length > 1 ? 'are' : 'is'} on the losing side of entry 1.`;
};

const marketHint = ({ pair, market_type: chosen }: IdeaFormValues): string | null => {
  const name = pair.trim().toUpperCase();
  if (!name) return null;
  const seems = guessMarket(pair);
  if (seems) return seems === chosen ? null : `${name} looks like ${seems}, but Market is set to ${chosen}.`;
  // An unknown pair is not Forex (SPEC §4), but a currency code in it deserves a warning.
  return chosen === 'Crypto' && mentionsForexCurrency(name)
    ? `${name} includes a Forex currency, but Market is set to Crypto.`
    : null;
};

const guessHints = ({ pair, market_type: chosen }: IdeaFormValues): string[] =>
  pair.trim() && chosen === 'Crypto' && !guessMarket(pair) && !mentionsForexCurrency(pair)
    ? [`${pair.trim().toUpperCase()} is not a known instrument, so Crypto is a guess.`]
    : [];

const normalizePair = (pair: string) => pair.toUpperCase().replace(/[^A-Z0-9]/g, '');

const activeIdeaHint = ({ pair }: IdeaFormValues, own: readonly Idea[], now: number): string | null => {
  if (!normalizePair(pair)) return null;
  const active = own.find(
    (idea) => normalizePair(idea.pair) === normalizePair(pair) && !hasEnded(idea.status),
  );
  return active
    ? `You already have an active ${active.pair} idea, published ${relativeTime(active.created_at, now)}.`
    : null;
};

/** The levels, once the required ones are set. */
const toCompleteLevels = (values: IdeaFormValues): Levels | null => {
  const levels = toLadderLevels(values);
  return hasAllLevels(levels) ? levels : null;
};

/** Warnings that an educator confirms before an idea is published or saved, most serious first. */
export const listIdeaWarnings = (values: IdeaFormValues, own: readonly Idea[], now: number): string[] => {
  const levels = toCompleteLevels(values);
  const levelWarnings = levels ? levelHints(levels).map((hint) => describeHint(hint, levels)) : [];
  return [marketHint(values), activeIdeaHint(values, own, now), ...levelWarnings].filter(
    (hint) => hint !== null,
  );
};

/** The direction that puts every level on its side, if all are on the wrong one. */
export const findFittingDirection = (values: IdeaFormValues): OrderType | null => {
  const levels = toCompleteLevels(values);
  if (!levels || listWrongSides(levels)[0] !== 'invalidation_level') return null;
  const order_type = levels.order_type === 'BUY' ? 'SELL' : 'BUY';
  return listWrongSides({ ...levels, order_type }).length > 0 ? null : order_type;
};

/** The warnings that a change adds. Only these need a confirmation before it is saved. */
export const listAddedWarnings = (
  before: IdeaFormValues,
  after: IdeaFormValues,
  others: readonly Idea[],
  now: number,
): string[] => {
  const known = listIdeaWarnings(before, others, now);
  return listIdeaWarnings(after, others, now).filter((warning) => !known.includes(warning));
};

/** Texts beside the form: the warnings, and advice that needs no confirmation. */
export const listIdeaHints = (values: IdeaFormValues, warnings: readonly string[]): readonly string[] => [
  ...warnings,
  ...guessHints(values),
  ...(values.notes.trim() || !toCompleteLevels(values)
    ? []
    : ["No notes yet. Explain why: that's what readers learn from."]),
];
