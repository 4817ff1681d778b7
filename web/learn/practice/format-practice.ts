import type { Forecast, LeftOut } from '../../../contract/learn/practice.ts';
import {
  type CalibrationBin,
  MIN_FORECASTS_FOR_MEANS,
  type ScoredForecast,
} from '../../../contract/learn/practice-score.ts';

/** "29%", from a probability of 0 to 1. Never 0% or 100%: nothing here is certain. */
export const formatProbability = (probability: number): string =>
  `${Math.min(Math.max(Math.round(probability * 100), 1), 99)}%`;

/** "0.16" */
export const formatScore = (score: number): string => score.toFixed(2);

/** "+0.12", with a true minus sign. */
export const formatSkill = (skill: number): string => {
  const text = Math.abs(skill).toFixed(2);
  if (text === '0.00') return text;
  return `${skill < 0 ? '−' : '+'}${text}`;
};

/** Why there is no mean yet. */
export const formatTooFew = (count: number): string =>
  `Shown after ${MIN_FORECASTS_FOR_MEANS} forecasts (${count} so far)`;

/** "Exit 1 is 2.4R away…", from the probability without drift. */
export const describeBaseline = (baseline: number): string => {
  const r = (1 / baseline - 1).toFixed(1);
  return `Exit 1 is ${r}R away and invalidation 1R. If price drifted neither way, it would reach exit 1 first about ${formatProbability(baseline)} of the time: 1 / (1 + ${r}).`;
};

/** How many closed ideas are not asked, and why; null if there are none. */
export const describeLeftOut = ({ unclear, without_r: withoutR }: LeftOut): string | null => {
  const total = unclear + withoutR;
  if (total === 0) return null;
  const reasons = [
    unclear > 0 && `${unclear} without a clear result`,
    withoutR > 0 && `${withoutR} without a usable R`,
  ].filter(Boolean);
  return `${total} closed ${total === 1 ? 'idea is' : 'ideas are'} left out: ${reasons.join(', ')}.`;
};

/** The outcome as a heading. */
export const describeOutcome = ({ outcome }: Pick<Forecast, 'outcome'>): string => {
  if (outcome === null) return 'No certain result';
  return outcome ? 'Yes, exit 1 was reached first' : "No, exit 1 wasn't reached first";
};

/** What a score is made of; null for a forecast without one. */
export const toScored = (forecast: Forecast): ScoredForecast | null => {
  const { probability, outcome, baseline, is_remembered } = forecast;
  return is_remembered || outcome === null || baseline === null ? null : { probability, outcome, baseline };
};

/** Why a forecast has no score. */
export const describeUnscored = ({ is_remembered }: Pick<Forecast, 'is_remembered'>): string =>
  is_remembered
    ? 'Not scored, because you remembered this idea.'
    : 'Not scored: the educator changed this idea after you were asked.';

const DAY_MS = 24 * 60 * 60 * 1000;

const startOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

/** When a lesson comes back: today, tomorrow or in days of the reader's calendar; or that it is due. */
export const describeReview = (reviewAt: string, now: number): string => {
  const time = Date.parse(reviewAt);
  if (time <= now) return 'This lesson is due for review.';
  // Rounded, because a day with a clock change has 23 or 25 hours.
  const days = Math.round((startOfDay(time) - startOfDay(now)) / DAY_MS);
  return `This lesson comes back ${['today', 'tomorrow'][days] ?? `in ${days} days`}.`;
};

/** The calibration as text for screen readers. */
export const describeCalibration = (bins: readonly CalibrationBin[]): string =>
  bins
    .filter(({ count }) => count > 0)
    .map(
      ({ from, to, count, came_true }) =>
        `Forecasts of ${from} to ${to} percent: ${Math.round(came_true ?? 0)} percent came true, of ${count}`,
    )
    .join('. ')
    .concat('.');
