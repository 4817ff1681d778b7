import { describe, expect, it } from 'vitest';
import { splitAtTerms } from './term-sentence.tsx';

const split = (text: string, terms: readonly (readonly [string, string])[]) =>
  splitAtTerms(text, terms).map(({ part, tail, slug }) => (slug ? `[${part}:${slug}]${tail}` : part));

describe('a sentence with terms', () => {
  it('splits a sentence at the first mention of each term and loses nothing', () => {
    const text = '2 reached exit 1, 1 without R; +0.63R if closed at exit 1';
    const terms = [
      ['closed at exit 1', 'plan'],
      ['exit 1', 'exit'],
      ['[+−]?\\d[\\d.]*R\\b|\\bR\\b', 'r'],
    ] as const;
    const parts = split(text, terms);
    expect(parts.join('|')).toBe(
      '2 reached |[exit 1:exit],| 1 without |[R:r];| +0.63R if |[closed at exit 1:plan]',
    );
    expect(
      splitAtTerms(text, terms)
        .map(({ part, tail }) => part + tail)
        .join(''),
    ).toBe(text);
  });

  it('keeps all punctuation after a term with it', () => {
    expect(split('(an exit). Then', [['exit', 'exit']])).toEqual(['(an ', '[exit:exit]).', ' Then']);
  });

  it('does not split words that only contain a term', () => {
    expect(split('2 unsuccessful, 1 successful', [['\\bsuccessful', 'won']])).toEqual([
      '2 unsuccessful, 1 ',
      '[successful:won]',
    ]);
  });

  it('returns one part for a sentence without terms', () => {
    expect(split('No ideas yet', [['R', 'r']])).toEqual(['No ideas yet']);
  });
});
