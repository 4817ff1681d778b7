import { useEffect, useState } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';
import { useCurrentUser } from '../account/session/current-user.ts';
import { glossary } from '../glossary/glossary.ts';
import { paths } from '../shared/paths.ts';
import { Button } from '../shared/ui/button.tsx';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import { Field } from '../shared/ui/field.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';
import { TextInput } from '../shared/ui/text-input.tsx';
import { searchByWords } from '../shared/word-search.ts';
import { TermArticle } from './term-article.tsx';

const describeTerm = ({ title, words }: (typeof glossary)[number]) => ({
  label: title,
  words: words.join(' '),
});

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
