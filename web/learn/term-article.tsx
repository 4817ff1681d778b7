import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { findTerm, type GlossaryTerm } from '../glossary/glossary.ts';
import { termDrawings } from '../glossary/term-drawings.tsx';
import { paths } from '../shared/paths.ts';
import { classNames } from '../shared/ui/class-names.ts';
import { CopyButton } from '../shared/ui/copy-button.tsx';

/** A term of the glossary. `arrival` changes when an address leads to it: then it is scrolled to and focused. */
export const TermArticle = ({ term, arrival }: { term: GlossaryTerm; arrival: number | null }) => {
  const { slug, title, words, text, related } = term;
  const heading = useRef<HTMLHeadingElement>(null);
  const Drawing = termDrawings[slug];
  useEffect(() => {
    if (arrival === null) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('article')?.scrollIntoView();
  }, [arrival]);
  return (
    <article
      id={slug}
      aria-labelledby={`${slug}-title`}
      className={classNames(
        'grid scroll-mt-24 gap-3 rounded-l border bg-surface p-4.5 sm:p-7',
        arrival === null ? 'border-line-soft' : 'border-accent',
      )}
    >
      <header className="flex items-start justify-between gap-4">
        <div className="min-w-0 wrap-anywhere">
          <h2 ref={heading} id={`${slug}-title`} tabIndex={-1} className="text-xl">
            {title}
          </h2>
          <p className="mt-1 text-sm text-muted">Also: {words.join(', ')}</p>
        </div>
        <CopyButton
          text={location.origin + paths.glossaryTerm(slug)}
          label={`Copy link to ${title}`}
          done="Link copied"
          icon="share"
          iconOnly
        />
      </header>
      <div className="flex flex-wrap gap-x-7 gap-y-3">
        <p className="max-w-190 flex-1 basis-72 text-pretty">{text}</p>
        {Drawing && <Drawing />}
      </div>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
        Related:
        {related.map((other) => (
          <Link key={other} href={paths.glossaryTerm(other)} className="quiet-link min-w-6 py-1">
            {findTerm(other).title}
          </Link>
        ))}
      </p>
    </article>
  );
};
