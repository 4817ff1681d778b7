import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ideaRow } from '../../../contract/ideas/idea-row.fixture.ts';
import type { TradeIdea } from '../../../contract/ideas/ideas.ts';
import { toIdea } from '../idea-model.ts';
import { defaultSort, type SortKey, sortIdeas, sortLabels, toggleSort } from './compare-sort.ts';

const idea = (changes: Partial<TradeIdea>) => toIdea(ideaRow(changes));
const pairs = (ideas: readonly { pair: string }[]) => ideas.map(({ pair }) => pair);

describe('sortIdeas', () => {
  it('puts the newest idea first by default', () => {
    const old = idea({ pair: 'OLD', created_at: '2026-11-19T12:00:00.000Z' });
    const recent = idea({ pair: 'NEW', created_at: '2026-11-20T12:00:00.000Z' });
    expect(pairs(sortIdeas([old, recent], defaultSort))).toEqual(['NEW', 'OLD']);
  });

  it('sorts prices as numbers, not as text', () => {
    const ideas = ['64250.5', '0.00000812', '191.40'].map((entry_1) => idea({ pair: entry_1, entry_1 }));
    const up = sortIdeas(ideas, { by: 'entry', descending: false });
    expect(pairs(up)).toEqual(['0.00000812', '191.40', '64250.5']);
  });

  it('puts an idea without an R after ideas with one', () => {
    const none = idea({ pair: 'NONE', invalidation_level: '1.2' });
    const some = idea({ pair: 'SOME' });
    expect(pairs(sortIdeas([none, some], { by: 'r', descending: true }))).toEqual(['SOME', 'NONE']);
  });

  it('sorts educators by name', () => {
    const ideas = ['Zoe', 'Ámos', 'Bea'].map((name) => idea({ pair: name, educator_name: name }));
    expect(pairs(sortIdeas(ideas, { by: 'educator', descending: false }))).toEqual(['Ámos', 'Bea', 'Zoe']);
  });

  it('reverses the order of the selected column and starts R with the largest', () => {
    expect(toggleSort({ by: 'pair', descending: false }, 'pair')).toEqual({ by: 'pair', descending: true });
    expect(toggleSort({ by: 'pair', descending: true }, 'r')).toEqual({ by: 'r', descending: true });
  });

  const anyIdea = fc
    .record({
      pair: fc.constantFrom('EUR/USD', 'BTC/USD', 'GBP/JPY'),
      time_frame: fc.constantFrom('1H', '4H', 'soon'),
      entry_1: fc.constantFrom('1.1', '1.08', '0.00000812', '64250.5'),
      status: fc.constantFrom('active', 'pending', 'invalid'),
      order_type: fc.constantFrom('BUY', 'SELL'),
    })
    .map((changes) => idea(changes as Partial<TradeIdea>));

  it('keeps every idea and puts invalid ones last in any order', () => {
    fc.assert(
      fc.property(
        fc.array(anyIdea, { maxLength: 12 }),
        fc.constantFrom(...(Object.keys(sortLabels) as SortKey[])),
        fc.boolean(),
        (ideas, by, descending) => {
          const sorted = sortIdeas(ideas, { by, descending });
          expect(new Set(sorted)).toEqual(new Set(ideas));
          const isInvalid = sorted.map(({ status }) => status === 'invalid');
          expect(isInvalid).toEqual(isInvalid.toSorted());
        },
      ),
    );
  });
});
