import { describe, expect, it } from 'vitest';
import type { Forecast } from '../../../contract/learn/practice.ts';
import {
  describeBaseline,
  describeCalibration,
  describeLeftOut,
  describeOutcome,
  describeReview,
  describeUnscored,
  formatProbability,
  formatSkill,
  formatTooFew,
  toScored,
} from './format-practice.ts';

const forecast: Forecast = {
  id: '1',
  idea_id: '2',
  pair: 'EUR/USD',
  order_type: 'BUY',
  answered_at: '2026-03-01T12:00:00.000Z',
  probability: 60,
  reason: null,
  is_remembered: false,
  outcome: true,
  baseline: 0.5,
  is_deleted: false,
  lesson: null,
  lesson_tag: null,
  review_at: null,
};

describe('numbers of practice', () => {
  it.each([
    [0.294, '29%'],
    [0.001, '1%'],
    [0.999, '99%'],
  ])('formats a probability of %d as %s', (probability, text) => {
    expect(formatProbability(probability)).toBe(text);
  });

  it.each([
    [0.124, '+0.12'],
    [-0.44, '−0.44'],
    [0.004, '0.00'],
    [-0.004, '0.00'],
  ])('formats a skill of %d as %s', (skill, text) => {
    expect(formatSkill(skill)).toBe(text);
  });

  it('says how many forecasts are missing for a mean', () => {
    expect(formatTooFew(7)).toBe('Shown after 20 forecasts (7 so far)');
  });
});

describe('sentences of practice', () => {
  it('explains the baseline with the R of exit 1', () => {
    expect(describeBaseline(1 / 3.4)).toBe(
      'Exit 1 is 2.4R away and invalidation 1R. If price drifted neither way, it would reach exit 1 first about 29% of the time: 1 / (1 + 2.4).',
    );
  });

  it.each([
    [{ unclear: 0, without_r: 0 }, null],
    [{ unclear: 1, without_r: 0 }, '1 closed idea is left out: 1 without a clear result.'],
    [
      { unclear: 2, without_r: 3 },
      '5 closed ideas are left out: 2 without a clear result, 3 without a usable R.',
    ],
  ])('counts the ideas left out of %o', (leftOut, text) => {
    expect(describeLeftOut(leftOut)).toBe(text);
  });

  it('describes the outcome, also when there is none', () => {
    expect([true, false, null].map((outcome) => describeOutcome({ outcome }))).toEqual([
      'Yes, exit 1 was reached first',
      "No, exit 1 wasn't reached first",
      'No certain result',
    ]);
  });

  it('explains why a forecast has no score', () => {
    expect(toScored(forecast)).toEqual({ probability: 60, outcome: true, baseline: 0.5 });
    expect(toScored({ ...forecast, is_remembered: true })).toBeNull();
    expect(toScored({ ...forecast, outcome: null, baseline: null })).toBeNull();
    expect(describeUnscored({ is_remembered: true })).toContain('you remembered this idea');
    expect(describeUnscored({ is_remembered: false })).toContain('the educator changed this idea');
  });

  it.each([
    ['2026-03-08T12:00', 'This lesson comes back in 7 days.'],
    ['2026-03-02T09:00', 'This lesson comes back tomorrow.'],
    ['2026-03-01T23:00', 'This lesson comes back today.'],
    ['2026-03-01T12:00', 'This lesson is due for review.'],
    ['2026-01-30T12:00', 'This lesson is due for review.'],
  ])('says when a lesson comes back that is due at %s', (reviewAt, text) => {
    // Both in the reader's zone, whose calendar counts.
    expect(describeReview(new Date(reviewAt).toISOString(), Date.parse('2026-03-01T12:00'))).toBe(text);
  });

  it('describes the calibration without empty bins', () => {
    const empty = { count: 0, mean_forecast: null, came_true: null };
    const bins = [
      { from: 1, to: 20, ...empty },
      { from: 61, to: 80, count: 9, mean_forecast: 70, came_true: 66.67 },
      { from: 81, to: 99, count: 4, mean_forecast: 90, came_true: 100 },
    ];
    expect(describeCalibration(bins)).toBe(
      'Forecasts of 61 to 80 percent: 67 percent came true, of 9. Forecasts of 81 to 99 percent: 100 percent came true, of 4.',
    );
  });
});
