import { describe, expect, it } from 'vitest';
import type { IdeaChart } from '../../contract/candles/idea-chart.ts';
import type { OwnTouch } from '../../contract/candles/own-prices.ts';
import { priceCheckRow } from '../../contract/candles/price-check.fixture.ts';
import type { PriceCheck } from '../../contract/candles/price-check.ts';
import { absoluteTime } from '../shared/absolute-time.ts';
import {
  describeCheck,
  describeMoves,
  describeOwnTouch,
  describePriceResult,
  describeStepCheck,
  describeTouch,
  suggestClose,
} from './price-text.ts';

const at = Date.parse('2025-11-20T14:02:00Z');
const r = (low: string, high = low) => ({ low, high });
const none = { favourable: null, adverse: null };

describe('describeTouch', () => {
  it('names the minute, or the time between two', () => {
    const touch = { level: 'entry_1', from: at, certainty: 'certain' } as const;
    expect(describeTouch({ ...touch, to: at + 60_000 })).toBe(
      `Entry 1 at ${absoluteTime(new Date(at).toISOString())}`,
    );
    expect(describeTouch({ ...touch, to: at + 3_600_000 })).toMatch(
      /^Entry 1 between 2\d Nov .* and 2\d Nov /,
    );
  });

  it('says what is uncertain', () => {
    const touch = { level: 'exit_1', from: at, to: at } as const;
    expect(describeTouch({ ...touch, certainty: 'cannot tell' })).toMatch(/^Exit 1 at .*, perhaps$/);
    expect(describeTouch({ ...touch, certainty: 'not covered' })).toMatch(/, as far as prices are known$/);
  });
});

describe('describePriceResult', () => {
  const outcome = (kind: 'entered' | 'not entered' | 'exit before entry' | 'invalidation before entry') => ({
    kind,
    exits: [],
    invalidation: null,
  });
  const exits = [
    { level: 'exit_1' as const, r: r('1.00') },
    { level: 'exit_2' as const, r: r('2.00') },
  ];

  it.each([
    [outcome('not entered'), 'entry 1 was not reached'],
    [{ ...outcome('exit before entry'), exits: exits.slice(0, 1) }, 'exit 1 was reached before entry 1'],
    [outcome('invalidation before entry'), 'the invalidation was reached before entry 1'],
    [outcome('entered'), 'entry 1 was reached, and no level since'],
    [{ ...outcome('entered'), invalidation: r('-1.00') }, 'the invalidation was reached before any exit'],
    [{ ...outcome('entered'), exits }, 'exit 1 and exit 2 were reached, and the invalidation was not'],
    [
      { ...outcome('entered'), exits, invalidation: r('-1.00') },
      'exit 1 and exit 2 were reached before the invalidation',
    ],
  ])('says what is certain: %o', (only, text) => {
    expect(describePriceResult({ certainty: 'certain', outcomes: [only], ...none })).toBe(
      `By these prices, ${text}.`,
    );
  });

  it('lists what is possible, and claims nothing without prices', () => {
    const outcomes = [
      { ...outcome('entered'), invalidation: r('-1.00') },
      { ...outcome('entered'), exits },
    ];
    expect(describePriceResult({ certainty: 'cannot tell', outcomes, ...none })).toBe(
      "These prices can't tell: the invalidation was reached before any exit, or exit 1 and exit 2 were reached, and the invalidation was not.",
    );
    expect(describePriceResult({ certainty: 'not covered', outcomes, ...none })).toBe(
      'Some prices of this time are missing, so they prove nothing.',
    );
  });
});

it('says of a step whether prices reached its level by then', () => {
  const touch = { level: 'exit_1', from: at, to: at + 60_000, certainty: 'certain' } as const;
  const chart = (touches: IdeaChart['touches'], certainty: 'certain' | 'cannot tell' = 'certain') =>
    ({ touches, covered_to: at, result: { certainty, outcomes: [], ...none } }) as unknown as IdeaChart;
  const step = (time: number) =>
    ({ kind: 'exit_taken', level: 'exit_1', share: 50, at: new Date(time).toISOString() }) as const;
  expect(describeStepCheck(step(at + 60_000), chart([touch]))).toBe(
    'Reported: Exit 1. By these prices, it was reached.',
  );
  const isNot = 'Reported: Exit 1. By these prices, it was not reached by then.';
  expect(describeStepCheck(step(at - 60_000), chart([touch]))).toBe(isNot);
  expect(describeStepCheck(step(at), chart([]))).toBe(isNot);
  expect(describeStepCheck(step(at), chart([], 'cannot tell'))).toBeNull();
  // The minute of the step was not read yet, or what it says is not certain.
  expect(describeStepCheck(step(at + 1), chart([]))).toBeNull();
  expect(describeStepCheck(step(at), chart([{ ...touch, certainty: 'cannot tell' }]))).toBeNull();
  expect(describeStepCheck({ kind: 'line', text: 'Patience.', at: '' }, chart([touch]))).toBeNull();
});

it('gives the largest moves in R, as a range where prices leave one', () => {
  const result = { certainty: 'certain', outcomes: [] } as const;
  expect(
    describeMoves({ ...result, outcomes: [], favourable: r('2.13'), adverse: r('-0.64', '-0.41') }),
  ).toBe('Largest moves after the entry: +2.1R for the idea, −0.6R to −0.4R against it.');
  expect(describeMoves({ ...result, outcomes: [], favourable: r('2.13'), adverse: null })).toBeNull();
});

describe('describeCheck', () => {
  const stopped = { kind: 'entered' as const, exits: [], invalidation: r('-1.00') };
  const open = { ...stopped, invalidation: null };
  const check = (conclusion: PriceCheck['conclusion'], touches: PriceCheck['touches']) =>
    priceCheckRow({
      conclusion,
      touches,
      result: { certainty: 'certain', outcomes: [stopped, open], favourable: null, adverse: null },
    });
  const touch = { level: 'exit_1', from: at, to: at + 60_000, certainty: 'certain' } as const;

  it.each([
    ['checked', [touch], /^Checked: exit 1 first, at 2\d Nov 2025, .* \(Kraken, 1-minute candles\)\.$/],
    ['checked', [], /^Checked: the invalidation was reached before any exit \(Kraken,/],
    ['contradicted', [touch], /^Contradicted: exit 1 first, /],
    [
      'cannot tell',
      [{ ...touch, certainty: 'cannot tell' as const }],
      /^Can't tell: the invalidation was reached before any exit, or entry 1 was reached, and no level since \(/,
    ],
    ['not covered', [], /^Not covered: some prices of this time are missing \(/],
  ] as const)('says %s with source and interval', (conclusion, touches, text) => {
    expect(describeCheck(check(conclusion, [...touches]))).toMatch(text);
  });
});

describe('a touch of an own idea', () => {
  const touch = (level: OwnTouch['level'], is_entered: boolean): OwnTouch => ({
    idea_id: 'a',
    level,
    price: '1.1',
    from: at,
    to: at + 60_000,
    source: 'Kraken',
    is_entered,
  });

  it('says what happened', () => {
    expect(describeOwnTouch(touch('exit_1', true))).toMatch(/^Kraken: exit 1 reached at 2\d Nov 2025, .*\.$/);
  });

  it('suggests how to close, with level and time, where it ends the idea', () => {
    expect(suggestClose(touch('exit_2', true))).toEqual({
      label: 'Close as successful',
      changes: { status: 'successful', result_level: 'exit_2', result_at: new Date(at).toISOString() },
    });
    expect(suggestClose(touch('invalidation_level', true))).toMatchObject({
      label: 'Close as unsuccessful',
      changes: { status: 'unsuccessful', result_level: 'invalidation_level' },
    });
    expect(suggestClose(touch('invalidation_level', false))).toEqual({
      label: 'Close as invalid',
      changes: { status: 'invalid' },
    });
    expect(suggestClose(touch('entry_1', true))).toBeNull();
    // Price went to the exit without the entry: nobody could follow.
    expect(suggestClose(touch('exit_1', false))).toBeNull();
  });
});
