import { describe, expect, test } from 'vitest';
import { ideaRow } from '../../../contract/idea-row.fixture.ts';
import { emptyForm } from '../../entities/idea/idea-form-values.ts';
import { toIdea } from '../../entities/idea/idea-model.ts';
import { ideaHints } from './idea-hints.ts';

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
const hints = (changes: Partial<typeof emptyForm>, own = [] as ReturnType<typeof toIdea>[]) =>
  ideaHints({ ...sound, ...changes }, own, now);

describe('hints to the educator', () => {
  test('are none for an empty form and for a sound idea', () => {
    expect(ideaHints(emptyForm, [], now)).toEqual([]);
    expect(hints({})).toEqual([]);
  });

  test('warn when market and pair disagree', () => {
    expect(hints({ market_type: 'Crypto' })).toEqual(['EUR/USD looks like Forex, but the market is Crypto.']);
    expect(hints({ pair: 'BTC/USD' })).toEqual(['BTC/USD looks like Crypto, but the market is Forex.']);
    expect(hints({ pair: 'USD/ZAR', market_type: 'Crypto' })).toEqual([
      'USD/ZAR names a Forex currency, but the market is Crypto.',
    ]);
    expect(hints({ pair: 'BTC/USD', market_type: 'Crypto' })).toEqual([]);
  });

  test('name an idea of the same pair that is still open', () => {
    expect(hints({ pair: 'eurusd' }, [toIdea(ideaRow())])).toEqual([
      'You already have an open EUR/USD idea, sent 2 hours ago.',
    ]);
    expect(hints({}, [toIdea(ideaRow({ status: 'successful' }))])).toEqual([]);
  });

  test('speak of the levels and of missing notes once the idea stands', () => {
    expect(hints({ invalidation_level: '1.0900' })).toEqual([
      'The invalidation level is on the profit side of entry 1.',
    ]);
    expect(hints({ exit_1: '11.062' })).toEqual([
      'An exit lies more than 50 times the risk away: is a digit missing, or one too many?',
    ]);
    expect(hints({ notes: ' ' })).toEqual(['No notes yet: readers learn from the why.']);
    expect(hints({ notes: '', exit_1: '' })).toEqual([]);
  });
});
