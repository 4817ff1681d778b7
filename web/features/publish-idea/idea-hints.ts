import { isCompleted } from '../../../contract/ideas.ts';
import { type LevelHint, levelHints, MAX_PLAUSIBLE_R } from '../../../contract/levels.ts';
import { classifyMarket, cryptoTickers, mentionsForexCurrency } from '../../../contract/markets.ts';
import { relativeTime } from '../../../contract/relative-time.ts';
import { type IdeaFormValues, ladderOf } from '../../entities/idea/idea-form-values.ts';
import type { Idea } from '../../entities/idea/idea-model.ts';

const levelSentences: Record<LevelHint, string> = {
  'stop-on-wrong-side': 'The invalidation level is on the profit side of entry 1.',
  'no-risk': 'Entry 1 and the invalidation level are the same: there is no risk to measure.',
  'exits-out-of-order': 'The exits are not in order: each should lie further out than the one before.',
  'exit-on-losing-side': 'An exit lies on the losing side of entry 1.',
  'exit-far-out': `An exit lies more than ${MAX_PLAUSIBLE_R} times the risk away: is a digit missing, or one too many?`,
  'reward-below-risk': 'The last exit pays less than what is at risk.',
};

const marketHint = ({ pair, market_type: chosen }: IdeaFormValues): string | null => {
  const name = pair.trim().toUpperCase();
  if (!name) return null;
  const seems = classifyMarket({ pair });
  if (seems !== chosen) return `${name} looks like ${seems}, but the market is ${chosen}.`;
  // An unknown pair is not Forex (SPEC §4); a currency code in it is worth a second look.
  const known = cryptoTickers.some((ticker) => name.includes(ticker));
  return seems === 'Crypto' && !known && mentionsForexCurrency(name)
    ? `${name} names a Forex currency, but the market is Crypto.`
    : null;
};

const bare = (pair: string) => pair.toUpperCase().replace(/[^A-Z0-9]/g, '');

const openHint = ({ pair }: IdeaFormValues, own: readonly Idea[], now: number): string | null => {
  if (!bare(pair)) return null;
  const open = own.find(
    (idea) => bare(idea.pair) === bare(pair) && !isCompleted(idea.status) && idea.status !== 'invalid',
  );
  return open
    ? `You already have an open ${open.pair} idea, sent ${relativeTime(open.createdAt, now)}.`
    : null;
};

const levelHint = (values: IdeaFormValues): string[] => {
  const { entry_1, invalidation_level, exit_1, ...others } = ladderOf(values);
  if (entry_1 === null || invalidation_level === null || exit_1 === null) return [];
  const hints = levelHints({ ...others, entry_1, invalidation_level, exit_1 }).map(
    (hint) => levelSentences[hint],
  );
  // Only once the idea stands: nobody is asked for reasons while typing the first price.
  return values.notes.trim() ? hints : [...hints, 'No notes yet: readers learn from the why.'];
};

/** Remarks on an idea being written, the gravest first. None of them blocks sending it. */
export const ideaHints = (values: IdeaFormValues, own: readonly Idea[], now: number): string[] =>
  [marketHint(values), openHint(values, own, now), ...levelHint(values)].filter((hint) => hint !== null);
