import { paths } from '../../shared/paths.ts';
import type { TermTexts } from './term-text.ts';
import { levelTerms } from './terms/level-terms.ts';
import { marketTerms } from './terms/market-terms.ts';
import { recordTerms } from './terms/record-terms.ts';
import { riskTerms } from './terms/risk-terms.ts';

const texts = { ...levelTerms, ...riskTerms, ...marketTerms, ...recordTerms };

export type TermSlug = keyof typeof texts;
export type GlossaryTerm = TermTexts[string] & { slug: TermSlug };

/** The terms by their slug. */
export const findTerm = (slug: TermSlug): GlossaryTerm => ({ slug, ...texts[slug] });

/** Every term, in alphabetical order. */
export const glossary: readonly GlossaryTerm[] = (Object.keys(texts) as TermSlug[])
  .map(findTerm)
  .toSorted((a, b) => a.title.localeCompare(b.title, 'en'));

/** The address of a term. */
export const toTermHref = (slug: string): string => `${paths.glossary}#${slug}`;
