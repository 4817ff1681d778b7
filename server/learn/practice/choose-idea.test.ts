import { describe, expect, it } from 'vitest';
import type { AskableIdea } from './askable-ideas.ts';
import { chooseIdea } from './choose-idea.ts';

const idea = (id: string, changes: Partial<AskableIdea> = {}): AskableIdea => ({
  id,
  reportedAt: new Date('2026-02-01T12:00:00.000Z'),
  outcome: true,
  baseline: 0.4,
  market: 'Forex',
  lessonTag: null,
  ...changes,
});

describe('choosing an idea', () => {
  const ideas = [idea('1'), idea('2', { market: 'Crypto' }), idea('3', { lessonTag: 'entry' })];
  /** How often each idea is chosen by numbers that are equally far from each other. */
  const count = (misses: AskableIdea[], draws: number) => {
    const ids = Array.from({ length: draws }, (_, index) => chooseIdea(ideas, misses, index / draws)?.id);
    return ['1', '2', '3'].map((id) => ids.filter((one) => one === id).length);
  };

  it('chooses each idea with equal probability at first', () => {
    expect(count([], 30)).toEqual([10, 10, 10]);
  });

  it('prefers ideas of the market and lesson topic of one that was missed', () => {
    expect(count([idea('m', { market: 'Crypto' })], 60)).toEqual([10, 40, 10]);
    expect(count([idea('m', { market: 'Crypto' }), idea('n', { lessonTag: 'entry' })], 90)).toEqual([
      10, 40, 40,
    ]);
    expect(count([idea('m', { market: 'Crypto', lessonTag: 'entry' })], 30)).toEqual([10, 10, 10]);
  });

  it('chooses nothing when there are no ideas', () => {
    expect(chooseIdea([], ideas, 0.5)).toBeUndefined();
  });
});
