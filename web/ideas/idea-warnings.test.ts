import { describe, expect, test } from 'vitest';
import { ideaRow } from '../../contract/ideas/idea-row.fixture.ts';
import { emptyForm } from './idea-form-values.ts';
import { toIdea } from './idea-model.ts';
import { findFittingDirection, listAddedWarnings, listIdeaHints, listIdeaWarnings } from './idea-warnings.ts';

const now = Date.parse('2026-11-20T14:00:00.000Z');
const sound = {
  ...emptyForm,
  pair: 'EUR/USD',
  market_type: 'Forex' as const,
  entry_1: '1.0842',
  invalidation_level: '1.0755',
  exit_1: '1.1062',
  notes: 'Higher low above the base',
};
const warnings = (changes: Partial<typeof emptyForm>, own = [] as ReturnType<typeof toIdea>[]) =>
  listIdeaWarnings({ ...sound, ...changes }, own, now);

describe('listIdeaWarnings', () => {
  test('returns none for an empty form and for a consistent idea', () => {
    expect(listIdeaWarnings(emptyForm, [], now)).toEqual([]);
    expect(warnings({})).toEqual([]);
  });

  test('warns when market and pair disagree', () => {
    expect(warnings({ market_type: 'Crypto' })).toEqual([
      'EUR/USD looks like Forex, but Market is set to Crypto.',
    ]);
    expect(warnings({ pair: 'BTC/USD' })).toEqual(['BTC/USD looks like Crypto, but Market is set to Forex.']);
    expect(warnings({ pair: 'USD/ABC', market_type: 'Crypto' })).toEqual([
      'USD/ABC includes a Forex currency, but Market is set to Crypto.',
    ]);
    expect(warnings({ pair: 'US30', market_type: 'Crypto' })).toEqual([
      'US30 looks like Forex, but Market is set to Crypto.',
    ]);
    expect(warnings({ pair: 'BTC/USD', market_type: 'Crypto' })).toEqual([]);
  });

  test('says that Crypto is a guess for an unknown pair, and accepts Forex for it', () => {
    const hints = (values: Partial<typeof emptyForm>) =>
      listIdeaHints({ ...sound, pair: 'Cocoa', ...values }, []);
    expect(warnings({ pair: 'Cocoa', market_type: 'Crypto' })).toEqual([]);
    expect(hints({ market_type: 'Crypto' })).toEqual([
      'COCOA is not a known instrument, so Crypto is a guess.',
    ]);
    expect(hints({ market_type: 'Forex' })).toEqual([]);
  });

  test('names an active idea of the same pair', () => {
    expect(warnings({ pair: 'eurusd' }, [toIdea(ideaRow())])).toEqual([
      'You already have an active EUR/USD idea, published 2 hours ago.',
    ]);
    expect(warnings({}, [toIdea(ideaRow({ status: 'successful' }))])).toEqual([]);
  });

  test('checks levels once the required ones are set', () => {
    expect(warnings({ invalidation_level: '1.0900' })).toEqual([
      'Invalidation is on the profit side of entry 1.',
    ]);
    expect(warnings({ exit_1: '1.0800', exit_2: '1.1100', exit_3: '1.0842' })).toContain(
      'Exit 1 and exit 3 are on the losing side of entry 1.',
    );
    expect(warnings({ exit_1: '11.062' })).toEqual(['One exit is over 50R away. Check for a typo.']);
    expect(warnings({ exit_1: '' })).toEqual([]);
  });
});

describe('findFittingDirection', () => {
  const find = (changes: Partial<typeof emptyForm>) => findFittingDirection({ ...sound, ...changes });

  test('is the other direction where every level is on the wrong side', () => {
    expect(find({ order_type: 'SELL' })).toBe('BUY');
    expect(find({ order_type: 'SELL', exit_2: '1.12', exit_3: '1.13' })).toBe('BUY');
    expect(find({ invalidation_level: '1.0900', exit_1: '1.0700' })).toBe('SELL');
  });

  test.each([
    {},
    { order_type: 'SELL' as const, exit_2: '1.07' },
    { order_type: 'SELL' as const, exit_1: '1.0842' },
    { invalidation_level: '1.0900' },
    { exit_1: '1.0700' },
    { order_type: 'SELL' as const, invalidation_level: '' },
  ])('is none otherwise: %j', (changes) => expect(find(changes)).toBeNull());
});

describe('listAddedWarnings', () => {
  const added = (before: Partial<typeof emptyForm>, after: Partial<typeof emptyForm>) =>
    listAddedWarnings({ ...sound, ...before }, { ...sound, ...before, ...after }, [], now);

  test('lists what a change of a level, the orientation, the pair or the market adds', () => {
    expect(added({}, { invalidation_level: '1.0900' })).toEqual([
      'Invalidation is on the profit side of entry 1.',
    ]);
    expect(added({}, { exit_2: '1.1000' })).toEqual([
      'Exits are out of order: each should be further from entry than the last.',
    ]);
    expect(added({}, { order_type: 'SELL' })).toEqual([
      'Invalidation is on the profit side of entry 1.',
      'Exit 1 is on the losing side of entry 1.',
    ]);
    expect(added({}, { market_type: 'Crypto' })).toEqual([
      'EUR/USD looks like Forex, but Market is set to Crypto.',
    ]);
    expect(added({}, { pair: 'BTC/USD' })).toEqual([
      'BTC/USD looks like Crypto, but Market is set to Forex.',
    ]);
  });

  test('lists none for a change that adds no warning to those of before', () => {
    expect(added({}, { exit_1: '1.1100' })).toEqual([]);
    expect(added({ invalidation_level: '1.0900' }, { exit_1: '1.1100' })).toEqual([]);
    expect(added({ invalidation_level: '1.0900' }, { invalidation_level: '1.0755' })).toEqual([]);
    expect(added({ market_type: 'Crypto' }, { time_frame: '1D' })).toEqual([]);
  });
});

describe('listIdeaHints', () => {
  test('asks for notes once the required levels are set, beside the warnings', () => {
    const advice = "No notes yet. Explain why: that's what readers learn from.";
    expect(listIdeaHints({ ...sound, notes: ' ' }, ['A warning'])).toEqual(['A warning', advice]);
    expect(listIdeaHints({ ...sound, notes: '', exit_1: '' }, [])).toEqual([]);
    expect(listIdeaHints(sound, [])).toEqual([]);
  });
});
