import type { TermSlug } from './glossary.ts';
import { Term } from './term.tsx';

/** Lists terms whose words nearby are controls already, such as headings that sort. */
export const TermList = ({
  terms,
  className = '',
}: {
  terms: readonly (readonly [word: string, TermSlug])[];
  className?: string;
}) => (
  <section
    aria-label="What these mean"
    className={`flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm text-muted ${className}`}
  >
    <span aria-hidden="true">What these mean:</span>
    {terms.map(([word, slug]) => (
      <Term key={word} slug={slug}>
        {word}
      </Term>
    ))}
  </section>
);
