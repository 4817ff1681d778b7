import type { Levels } from '../../contract/ideas/levels.ts';
import type { TermTexts } from './term-text.ts';
import { levelTerms } from './terms/level-terms.ts';
import { marketTerms } from './terms/market-terms.ts';
import { recordTerms } from './terms/record-terms.ts';
import { riskTerms } from './terms/risk-terms.ts';

const texts = { ...levelTerms, ...riskTerms, ...marketTerms, ...recordTerms };

export type TermSlug = keyof typeof texts;
export type GlossaryTerm = Omit<TermTexts[string], 'related'> & {
  slug: TermSlug;
  related: readonly TermSlug[];
};

/** What definitions show of an idea: the levels now, and those of its plan if they differ. */
export type TermNumbers = Levels & { pair: string; plan: Levels | null };

/** A term by its slug. A test checks that related slugs exist. */
export const findTerm = (slug: TermSlug): GlossaryTerm => {
  const { related, ...rest } = texts[slug];
  return { ...rest, slug, related: related as readonly TermSlug[] };
};

/** Every term, in alphabetical order. */
export const glossary: readonly GlossaryTerm[] = (Object.keys(texts) as TermSlug[])
  .map(findTerm)
  .toSorted((a, b) => a.title.localeCompare(b.title, 'en'));
