import { describe, expect, it } from 'vitest';
import { glossary } from './glossary.ts';
import { termDrawings } from './term-drawings.tsx';
import { levelTerms } from './terms/level-terms.ts';
import { marketTerms } from './terms/market-terms.ts';
import { recordTerms } from './terms/record-terms.ts';
import { riskTerms } from './terms/risk-terms.ts';

const slugs: string[] = glossary.map(({ slug }) => slug);
const countWords = (text: string) => text.split(/\s+/).length;

describe('the glossary', () => {
  it('contains every term of every file once, so no slug is used twice', () => {
    const all = [levelTerms, riskTerms, marketTerms, recordTerms].flatMap((terms) => Object.keys(terms));
    expect(all.toSorted()).toEqual(slugs.toSorted());
    expect(new Set(glossary.map(({ title }) => title)).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(40);
  });

  it('lists the terms in alphabetical order of the titles', () => {
    const titles = glossary.map(({ title }) => title);
    expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b, 'en')));
  });

  it.each(glossary)('defines $slug in 30 to 70 words', ({ slug, text }) => {
    expect(slug).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(countWords(text)).toBeGreaterThanOrEqual(30);
    expect(countWords(text)).toBeLessThanOrEqual(70);
  });

  it.each(glossary)('relates $slug to other terms that exist', ({ slug, related }) => {
    expect(related.length).toBeGreaterThan(0);
    expect(related).not.toContain(slug);
    expect(related.filter((other) => !slugs.includes(other))).toEqual([]);
  });

  it('contains ten drawings', () => {
    expect(new Set(Object.values(termDrawings)).size).toBe(10);
  });

  it('calls the invalidation level a stop only where it explains the word', () => {
    const users = glossary.filter(({ text }) => /\bstop\b/i.test(text)).map(({ slug }) => slug);
    expect(users).toEqual(['invalidation']);
  });
});
