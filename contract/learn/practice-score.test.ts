import { describe, expect, it } from 'vitest';
import type { Levels } from '../ideas/levels.ts';
import {
  brierScore,
  computeBaseline,
  computePracticeScore,
  isMiss,
  type ScoredForecast,
} from './practice-score.ts';

const levels = (exit_1: string, changes: Partial<Levels> = {}): Levels => ({
  order_type: 'BUY',
  entry_1: '100',
  entry_2: null,
  invalidation_level: '90',
  exit_1,
  exit_2: null,
  exit_3: null,
  ...changes,
});
const forecast = (probability: number, outcome: boolean, baseline = 0.5): ScoredForecast => ({
  probability,
  outcome,
  baseline,
});
const repeat = (count: number, one: ScoredForecast) => Array.from({ length: count }, () => one);

describe('the baseline', () => {
  it.each([
    ['110', 0.5],
    ['130', 0.25],
    ['105', 2 / 3],
  ])(
    'computes the baseline 1 / (1 + R): exit 1 at %s has a probability of %d (§2.74)',
    (exit, probability) => {
      expect(computeBaseline(levels(exit))).toBeCloseTo(probability, 12);
    },
  );

  it('computes the same baseline for a bearish idea', () => {
    const bearish = levels('70', { order_type: 'SELL', invalidation_level: '110' });
    expect(computeBaseline(bearish)).toBeCloseTo(0.25, 12);
  });

  it.each([
    ['exit 1 is on the losing side', levels('95')],
    ['exit 1 is at the entry', levels('100')],
    ['the invalidation level is on the wrong side', levels('110', { invalidation_level: '101' })],
    [
      'exit 1 is so close that its probability rounds to 1',
      levels('100.000000000001', {
        entry_1: '100',
        invalidation_level: '1',
        exit_1: '100.00000000000000000001',
      }),
    ],
  ])('computes no baseline if %s', (_reason, plan) => {
    expect(computeBaseline(plan)).toBeNull();
  });
});

describe('the Brier score', () => {
  it.each([
    [0.6, true, 0.16],
    [0.6, false, 0.36],
    [0.99, true, 0.0001],
    [0.01, true, 0.9801],
  ])('scores a forecast of %d, if the outcome is %s, with %d', (probability, outcome, score) => {
    expect(brierScore(probability, outcome)).toBeCloseTo(score, 12);
  });
});

describe('a miss', () => {
  it.each([
    ['is a forecast below 50 % of what happened', forecast(49, true, 0.1), true],
    ['is a forecast above 50 % of what did not happen', forecast(51, false, 0.9), true],
    ['is a forecast on the right side that scored worse than the baseline', forecast(60, true, 0.7), true],
    ['is not a forecast on the right side that scored better', forecast(60, true, 0.5), false],
    ['is not 50 % where the baseline scored the same', forecast(50, true, 0.5), false],
  ])('a miss %s', (_rule, made, expected) => {
    expect(isMiss(made)).toBe(expected);
  });
});

describe('the score of a person', () => {
  it('counts forecasts, but returns no mean below 20 (§2.75)', () => {
    const score = computePracticeScore(repeat(19, forecast(60, true)));
    expect(score).toMatchObject({ count: 19, brier: null, baseline_brier: null, skill: null });
    expect(score.bins.map(({ count }) => count)).toEqual([0, 0, 19, 0, 0]);
    expect(score.bins.every((bin) => bin.mean_forecast === null && bin.came_true === null)).toBe(true);
  });

  it('returns means from 20 forecasts on', () => {
    // 15 hits of (1 - 0.8)^2 = 0.04 and 5 failures of 0.8^2 = 0.64; the baseline 0.5 scores 0.25 each time.
    const score = computePracticeScore([
      ...repeat(15, forecast(80, true)),
      ...repeat(5, forecast(80, false)),
    ]);
    expect(score.count).toBe(20);
    expect(score.brier).toBeCloseTo((15 * 0.04 + 5 * 0.64) / 20, 12);
    expect(score.baseline_brier).toBeCloseTo(0.25, 12);
    expect(score.skill).toBeCloseTo(1 - 0.19 / 0.25, 12);
    expect(score.bins[3]).toEqual({ from: 61, to: 80, count: 20, mean_forecast: 80, came_true: 75 });
    expect(score.bins[0]).toEqual({ from: 1, to: 20, count: 0, mean_forecast: null, came_true: null });
  });

  it('counts both ends of a bin in that bin', () => {
    const ends = [1, 20, 21, 40, 41, 60, 61, 80, 81, 99].map((probability) => forecast(probability, true));
    const { bins } = computePracticeScore([...ends, ...ends]);
    expect(bins.map(({ count }) => count)).toEqual([4, 4, 4, 4, 4]);
    expect(bins[1]?.mean_forecast).toBeCloseTo(30.5, 12);
  });

  it('returns a skill below 0 if the baseline was better', () => {
    const { skill } = computePracticeScore(repeat(20, forecast(40, true, 0.5)));
    expect(skill).toBeCloseTo(1 - 0.36 / 0.25, 12);
  });
});
