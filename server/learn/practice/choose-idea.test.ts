import { describe, expect, it } from 'vitest';
import type { AskableIdea } from './askable-ideas.ts';
import { chooseIdea, computeWeight } from './choose-idea.ts';

const idea = (id: string, changes: Partial<AskableIdea> = {}): AskableIdea => ({
  id,
  reportedAt: new Date('2026-02-01T12:00:00.000Z'),
  outcome: true,
  baseline: 0.4,
  market: 'Forex',
  lessonTag: null,
  ...changes,
});

describe('the weight of an idea', () => {
  it('computes a weight of 1 without misses', () => {
    expect(computeWeight(idea('a', { lessonTag: 'entry' }), [])).toBe(1);
  });

  it('computes a weight that grows with the share of misses alike in market, lesson topic and R range', () => {
    const asked = idea('a', { market: 'Crypto', lessonTag: 'entry', baseline: 0.3 });
    const alike = idea('b', { market: 'Crypto', lessonTag: 'entry', baseline: 0.28 });
    const other = idea('c', { market: 'Forex', lessonTag: 'news', baseline: 0.6 });
    expect(computeWeight(asked, [alike])).toBe(10);
    expect(computeWeight(asked, [alike, other])).toBe(5.5);
    expect(computeWeight(asked, [other])).toBe(1);
  });

  it('does not treat two ideas without a lesson topic as alike', () => {
    expect(computeWeight(idea('a'), [idea('b', { market: 'Crypto', baseline: 0.1 })])).toBe(1);
  });
});

describe('choosing an idea', () => {
  const [first, second, third] = [idea('1'), idea('2', { market: 'Crypto' }), idea('3')];

  it('chooses each idea with equal probability at first', () => {
    const ids = [0, 0.32, 0.34, 0.65, 0.67, 0.999].map(
      (random) => chooseIdea([first, second, third], [], random)?.id,
    );
    expect(ids).toEqual(['1', '1', '2', '2', '3', '3']);
  });

  it('prefers ideas like the ones missed', () => {
    // Weights 4, 7 and 4: the R range is alike in all three, the market only in the second.
    const misses = [idea('m', { market: 'Crypto' })];
    const ids = [0.26, 0.27, 0.73, 0.74].map(
      (random) => chooseIdea([first, second, third], misses, random)?.id,
    );
    expect(ids).toEqual(['1', '2', '2', '3']);
  });

  it('chooses nothing when there are no ideas', () => {
    expect(chooseIdea([], [first], 0.5)).toBeUndefined();
  });
});
