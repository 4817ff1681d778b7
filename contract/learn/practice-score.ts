import { type Levels, riskReward } from '../ideas/levels.ts';
import type { PracticeSummary } from './practice.ts';

/** With fewer forecasts, a mean says more about chance than about the person, so none is shown. */
export const MIN_FORECASTS_FOR_MEANS = 20;

/** A forecast in percent, what happened, and the probability without drift. */
export type ScoredForecast = { probability: number; outcome: boolean; baseline: number };

/**
 * The probability that a price without drift reaches exit 1 before the invalidation level (gambler's ruin): 1 / (1 + R).
 * Null where exit 1 has no positive R, or one so small that it would be reached for certain.
 */
export const computeBaseline = (levels: Levels): number | null => {
  const r = riskReward(levels)?.exits[0]?.r;
  const probability = r?.gt(0) ? 1 / (1 + r.toNumber()) : 1;
  return probability < 1 ? probability : null;
};

/** The squared distance of a probability (0 to 1) from what happened: 0 is best, 1 is worst. */
export const brierScore = (probability: number, outcome: boolean): number =>
  (probability - (outcome ? 1 : 0)) ** 2;

/** The Brier score of a forecast, and that of its baseline. */
export const scoreForecast = ({ probability, outcome, baseline }: ScoredForecast) => ({
  brier: brierScore(probability / 100, outcome),
  baseline: brierScore(baseline, outcome),
});

/** A forecast on the wrong side of 50 %, or one that scored worse than the baseline. */
export const isMiss = (forecast: ScoredForecast): boolean => {
  const { probability, outcome } = forecast;
  const { brier, baseline } = scoreForecast(forecast);
  return (outcome ? probability < 50 : probability > 50) || brier > baseline;
};

/** The five bins of the calibration, in percent, both ends included. */
const calibrationBins = [
  { from: 1, to: 20 },
  { from: 21, to: 40 },
  { from: 41, to: 60 },
  { from: 61, to: 80 },
  { from: 81, to: 99 },
] as const;

type PracticeScore = PracticeSummary['score'];
export type CalibrationBin = PracticeScore['bins'][number];

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const computeBin = (
  { from, to }: (typeof calibrationBins)[number],
  forecasts: readonly ScoredForecast[],
  hasMeans: boolean,
): CalibrationBin => {
  const inside = forecasts.filter(({ probability }) => probability >= from && probability <= to);
  const means =
    hasMeans && inside.length > 0
      ? {
          mean_forecast: mean(inside.map(({ probability }) => probability)),
          came_true: mean(inside.map(({ outcome }) => (outcome ? 100 : 0))),
        }
      : { mean_forecast: null, came_true: null };
  return { from, to, count: inside.length, ...means };
};

/** Scores and calibration of one person's forecasts. */
export const computePracticeScore = (forecasts: readonly ScoredForecast[]): PracticeScore => {
  const count = forecasts.length;
  const hasMeans = count >= MIN_FORECASTS_FOR_MEANS;
  const bins = calibrationBins.map((bin) => computeBin(bin, forecasts, hasMeans));
  if (!hasMeans) return { count, brier: null, baseline_brier: null, skill: null, bins };
  const scores = forecasts.map(scoreForecast);
  const brier = mean(scores.map((score) => score.brier));
  const baselineBrier = mean(scores.map((score) => score.baseline));
  return { count, brier, baseline_brier: baselineBrier, skill: 1 - brier / baselineBrier, bins };
};
