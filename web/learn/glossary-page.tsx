import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { useCurrentUser } from '../account/session/current-user.ts';
import { findTerm, type GlossaryTerm, glossary } from '../glossary/glossary.ts';
import { termDrawings } from '../glossary/term-drawings.tsx';
import { paths } from '../shared/paths.ts';
import { Button } from '../shared/ui/button.tsx';
import { classNames } from '../shared/ui/class-names.ts';
import { CopyButton } from '../shared/ui/copy-button.tsx';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import { Field } from '../shared/ui/field.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';
import { TextInput } from '../shared/ui/text-input.tsx';
import { searchByWords } from '../shared/word-search.ts';

/** A term of the glossary. `arrival` changes when an address leads to it: then it is scrolled to and focused. */
const TermArticle = ({ term, arrival }: { term: GlossaryTerm; arrival: number | null }) => {
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

const describeTerm = ({ title, words }: GlossaryTerm) => ({ label: title, words: words.join(' ') });

/** The term that the address leads to. Each change of the address is another arrival. */
const useHashTarget = (onArrive: () => void) => {
  const slug = useLocationProperty(() => location.hash.slice(1));
  const [arrival, setArrival] = useState({ slug: '', count: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address is an arrival.
  useEffect(() => {
    if (!slug) return;
    onArrive();
    setArrival(({ count }) => ({ slug, count: count + 1 }));
  }, [slug]);
  return arrival;
};

/**
 * /learn/glossary: the words on cards, in track records and in practice, found by their title and their other words. Open to
 * everybody, so that terms can be linked.
 */
export const GlossaryPage = () => {
  const user = useCurrentUser();
  const [query, setQuery] = useState('');
  // A search that hides the linked term is over.
  const arrival = useHashTarget(() => setQuery(''));
  const found = searchByWords(glossary, query, describeTerm);
  return (
    <>
      <PageHead
        title="Glossary"
        subtitle="The words on cards and in track records, explained"
        {...(user && { back: { href: paths.learn, label: 'Learn' } })}
      />
      <div className="column grid grid-cols-[minmax(0,1fr)] gap-5">
        <Field label="Search the glossary" className="max-w-110">
          <TextInput
            type="search"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            placeholder="For example: take profit"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
          />
        </Field>
        <p role="status" className="-mt-3 text-sm text-muted">
          {found.length === 1 ? '1 term' : `${found.length} terms`}
        </p>
        {found.length === 0 && (
          <EmptyState
            title={`Nothing found for “${query.trim()}”`}
            action={<Button onClick={() => setQuery('')}>Show all terms</Button>}
          >
            Try another word, e.g. target or leverage.
          </EmptyState>
        )}
        {found.map((term) => (
          <TermArticle
            key={term.slug}
            term={term}
            arrival={arrival.slug === term.slug ? arrival.count : null}
          />
        ))}
      </div>
    </>
  );
};
