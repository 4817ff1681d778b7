import { describe, expect, it } from 'vitest';
import { describeMoves, describePriceResult, describeTouch } from './price-text.ts';

const at = Date.parse('2025-11-20T14:02:00Z');
const r = (low: string, high = low) => ({ low, high });
const none = { favourable: null, adverse: null };

describe('describeTouch', () => {
  it('names the minute, or the time between two', () => {
    const touch = { level: 'entry_1', from: at, certainty: 'certain' } as const;
    expect(describeTouch({ ...touch, to: at + 60_000 })).toMatch(/^Entry 1 at 20 Nov 2025, \d\d:02/);
    expect(describeTouch({ ...touch, to: at + 3_600_000 })).toMatch(/^Entry 1 between 20 Nov .* and 20 Nov /);
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

it('gives the largest moves in R, as a range where prices leave one', () => {
  const result = { certainty: 'certain', outcomes: [] } as const;
  expect(
    describeMoves({ ...result, outcomes: [], favourable: r('2.13'), adverse: r('-0.64', '-0.41') }),
  ).toBe('Largest moves after the entry: +2.1R for the idea, −0.6R to −0.4R against it.');
  expect(describeMoves({ ...result, outcomes: [], favourable: r('2.13'), adverse: null })).toBeNull();
});
