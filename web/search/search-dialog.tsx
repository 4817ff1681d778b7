import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { User } from '../../contract/account/auth.ts';
import { listIdeas, MAX_PAIR } from '../../contract/ideas/ideas.ts';
import { markets } from '../../contract/ideas/markets.ts';
import { useEducators } from '../educators/use-educators.ts';
import { useActiveIdeas } from '../ideas/idea-lists.ts';
import { toIdea } from '../ideas/idea-model.ts';
import { LoadAllPages } from '../ideas/load-all-pages.tsx';
import { callPage } from '../shared/api/api-request.ts';
import { importWithRetry } from '../shared/loading/import-with-retry.ts';
import { Button } from '../shared/ui/button.tsx';
import { backdropLook } from '../shared/ui/dialog-popup.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { IconButton } from '../shared/ui/icon-button.tsx';
import { useInitialFocus } from '../shared/ui/initial-focus.ts';
import { useOverlayHistory } from '../shared/ui/overlay-history.ts';
import {
  findEntries,
  listEducatorEntries,
  listPages,
  listTermEntries,
  type SearchEntry,
  type SearchGroup,
  toIdeaEntry,
} from './search-entries.ts';

const DEBOUNCE_MS = 200;
const MAX_PER_GROUP = 8;

/** Closed ideas are asked for: the browser does not have them all. */
const useClosedIdeas = (query: string) => {
  const educators = useEducators();
  const pair = query.trim().slice(0, MAX_PAIR);
  const { data, isError, isFetching } = useQuery({
    queryKey: ['search', pair],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS));
      signal.throwIfAborted();
      const filter = { state: 'completed' as const, pair, limit: String(MAX_PER_GROUP) };
      return (await callPage(listIdeas, { query: filter }, { signal })).rows;
    },
    enabled: pair !== '',
  });
  return {
    entries: (data ?? []).map((row) => toIdeaEntry(toIdea(row, educators.get(row.educator_id)))),
    isError,
    isFetching,
  };
};

/** The terms of the glossary, which load later: a search for a pair must not wait for them. */
const useTerms = (): readonly SearchEntry[] =>
  useQuery({
    queryKey: ['glossary'],
    queryFn: async () => {
      const { glossary } = await importWithRetry(() => import('../glossary/glossary.ts'));
      return listTermEntries(glossary);
    },
  }).data ?? [];

const useResults = (user: User, query: string) => {
  const [forex, crypto] = [useActiveIdeas(markets[0]), useActiveIdeas(markets[1])];
  const educators = useEducators();
  const closed = useClosedIdeas(query);
  const terms = useTerms();
  const find = (entries: readonly SearchEntry[]) => findEntries(entries, query).slice(0, MAX_PER_GROUP);
  const pages = findEntries(listPages(user), query);
  const groups: SearchGroup[] = query.trim()
    ? [
        { name: 'Active ideas', items: find([...forex.ideas, ...crypto.ideas].map(toIdeaEntry)) },
        { name: 'Educators', items: find(listEducatorEntries(educators.values())) },
        { name: 'Pages', items: pages },
        { name: 'Glossary', items: find(terms) },
        { name: 'Closed ideas', items: closed.entries },
      ]
    : [{ name: 'Pages', items: pages }];
  const lists = [forex, crypto];
  const isLoading = lists.some(
    ({ state, more }) => state === 'loading' || more === 'there' || more === 'loading',
  );
  return {
    lists,
    failedLists: lists.filter(({ state }) => state === 'failed'),
    groups: groups.filter(({ items }) => items.length > 0),
    hasClosedFailed: closed.isError,
    isSearching: closed.isFetching || isLoading,
  };
};

const Result = ({ entry }: { entry: SearchEntry }) => {
  const isIdea = entry.icon === 'up' || entry.icon === 'down';
  const colour = !isIdea ? 'text-muted' : entry.icon === 'up' ? 'text-positive' : 'text-negative';
  return (
    <Autocomplete.Item
      value={entry}
      render={<Link href={entry.href} />}
      className="flex min-h-12 cursor-pointer items-center gap-3 rounded-s border-l-3 border-transparent px-3 py-1.5 outline-none select-none data-highlighted:border-accent data-highlighted:bg-raised"
    >
      <Icon name={entry.icon} className={colour} />
      <span className="flex min-w-0 flex-1 justify-between gap-x-4 max-sm:flex-col">
        <span className="truncate font-medium">
          <bdi>{entry.label}</bdi>
        </span>
        {entry.detail && (
          <span className="truncate text-sm text-muted">
            <bdi>{entry.detail}</bdi>
          </span>
        )}
      </span>
    </Autocomplete.Item>
  );
};

const Results = ({ user }: { user: User }) => {
  const [query, setQuery] = useState('');
  const { lists, failedLists, groups, hasClosedFailed, isSearching } = useResults(user, query);
  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      items={groups}
      value={query}
      onValueChange={setQuery}
      itemToStringValue={({ label }: SearchEntry) => label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-3 border-b border-line-soft pr-2 pl-5">
        <Icon name="search" className="text-muted" />
        <Autocomplete.Input
          aria-label="Search"
          dir="auto"
          placeholder="Pair, educator, page or term"
          maxLength={100}
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          className="h-15 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-faint"
        />
        <Dialog.Close render={<IconButton icon="x" label="Close" />} />
      </div>
      <div className="overflow-y-auto overscroll-contain px-2 pb-3">
        <Autocomplete.Empty>
          {query.trim() && !isSearching && failedLists.length === 0 && (
            <div className="px-3 py-8 text-center text-muted">
              <p className="font-semibold wrap-anywhere text-text">Nothing found for “{query.trim()}”</p>
              <p className="text-sm">Try a pair, an educator, a page or a term.</p>
            </div>
          )}
        </Autocomplete.Empty>
        {lists.map((list) => (
          <LoadAllPages key={list.listKey} list={list} />
        ))}
        {failedLists.length > 0 && (
          <div role="alert" className="flex items-center justify-between gap-3 px-3 pt-3 text-sm text-muted">
            Couldn't load all active ideas.
            <Button
              size="s"
              busy={failedLists.some(({ retrying }) => retrying)}
              onClick={() => {
                for (const { retry } of failedLists) retry();
              }}
            >
              Retry
            </Button>
          </div>
        )}
        {hasClosedFailed && (
          <p role="status" className="px-3 pt-3 text-sm text-muted">
            Closed ideas can't be searched right now.
          </p>
        )}
        <Autocomplete.List>
          {({ name, items }: SearchGroup) => (
            <Autocomplete.Group key={name} items={items}>
              <Autocomplete.GroupLabel className="px-3 pt-4 pb-1.5 text-sm font-medium text-muted">
                {name}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(entry: SearchEntry) => <Result key={entry.id} entry={entry} />}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  );
};

/** The search over active and closed ideas, educators, pages and terms. At the top, so that a phone's keyboard leaves it visible. */
const SearchDialog = ({
  user,
  open,
  onOpenChange,
}: {
  user: User;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) => {
  useOverlayHistory(open, () => onOpenChange(false));
  const initialFocus = useInitialFocus('input');
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropLook} />
        <Dialog.Popup
          {...initialFocus}
          aria-label="Search"
          className="fixed inset-x-0 top-0 z-40 mx-auto flex max-h-dvh flex-col bg-surface shadow-float outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 max-sm:min-h-[60dvh] sm:inset-x-4 sm:top-[12dvh] sm:max-h-[70dvh] sm:max-w-150 sm:rounded-l"
        >
          <Results user={user} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

export default SearchDialog;
