import type { TermSlug } from './glossary.ts';
import { Term } from './term.tsx';

/** Lists terms whose words nearby are controls already: labels of inputs, headings that sort. */
export const TermList = ({
  terms,
  label = 'What these mean',
  className = '',
}: {
  terms: readonly (readonly [word: string, TermSlug])[];
  /** Where a page has more than one. */
  label?: string;
  className?: string;
}) => (
  <section
    aria-label={label}
    className={`flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm text-muted ${className}`}
  >
    <span aria-hidden="true">{label}:</span>
    {terms.map(([word, slug]) => (
      <Term key={word} slug={slug}>
        {word}
      </Term>
    ))}
  </section>
);
