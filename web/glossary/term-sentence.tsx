import { Fragment } from 'react';
import type { TermSlug } from './glossary.ts';
import { Term } from './term.tsx';

/** `tail` is the punctuation after a term, which must stay on its line. */
type Part<Slug> = { at: number; part: string; tail: string; slug: Slug | null };

const TAIL = /^[,.;:)]*/;

/** Splits a sentence at the first mention of each term; where two begin at the same place, the earlier in the list counts. */
export const splitAtTerms = <Slug extends string>(
  text: string,
  terms: readonly (readonly [pattern: string, Slug])[],
): Part<Slug>[] => {
  const pattern = new RegExp(terms.map(([source]) => `(${source})`).join('|'), 'g');
  const parts: Part<Slug>[] = [];
  const used = new Set<Slug>();
  let end = 0;
  const addText = (until: number) => {
    if (until > end) parts.push({ at: end, part: text.slice(end, until), tail: '', slug: null });
  };
  for (const match of text.matchAll(pattern)) {
    const slug = terms[match.slice(1).findIndex((group) => group !== undefined)]?.[1];
    if (!slug || used.has(slug)) continue;
    used.add(slug);
    addText(match.index);
    const [part] = match;
    const tail = text.slice(match.index + part.length).match(TAIL)?.[0] ?? '';
    parts.push({ at: match.index, part, tail, slug });
    end = match.index + part.length + tail.length;
  }
  addText(text.length);
  return parts;
};

/** A sentence in which the first mention of each of these words opens its definition. */
export const TermSentence = ({
  text,
  terms,
}: {
  text: string;
  /** Sources of regular expressions without groups. */
  terms: readonly (readonly [pattern: string, TermSlug])[];
}) =>
  splitAtTerms(text, terms).map(({ at, part, tail, slug }) =>
    slug ? (
      <span key={at} className="whitespace-nowrap">
        <Term slug={slug}>{part}</Term>
        {tail}
      </span>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  );
