import { Fragment } from 'react';
import type { TermSlug } from './glossary.ts';
import { splitAtTerms } from './split-at-terms.ts';
import { Term } from './term.tsx';

/** A sentence in which the first mention of each of these words opens its definition. */
export const TermSentence = ({
  text,
  terms,
}: {
  text: string;
  /** Sources of regular expressions without groups. */
  terms: readonly (readonly [pattern: string, TermSlug])[];
}) =>
  splitAtTerms(text, terms).map(({ at, part, slug }) =>
    slug ? (
      <Term key={at} slug={slug}>
        {part}
      </Term>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  );
