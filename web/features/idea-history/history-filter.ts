import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { IdeaFilter } from '../../../contract/idea-lists.ts';
import { ideaResults, MAX_PAIR } from '../../../contract/ideas.ts';

/** The filter is stored in the URL, so that it can be shared and undone with Back. */
export const useHistoryFilter = () => {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const filter = useMemo(() => parseHistoryFilter(search), [search]);
  const setFilter = useCallback(
    (changes: HistoryFilter) => {
      const next = { ...filter, ...changes };
      // Continued typing replaces the history entry, so that Back does not step through letters.
      const replace = filter.pair !== undefined && 'pair' in changes && next.pair !== undefined;
      navigate(`${path}${formatHistoryFilter(next, search)}`, { replace });
    },
    [filter, navigate, path, search],
  );
  return { filter, setFilter };
};

export type HistoryFilter = Pick<IdeaFilter, 'educatorId' | 'pair' | 'result'>;

/** Short names keep a shared link readable. */
const QUERY_PARAMETERS = { educatorId: 'educator', result: 'result', pair: 'pair' } as const;

const EDUCATOR_ID = /^[1-9]\d{0,3}$/;

/** Parses a query string and drops invalid values. */
export const parseHistoryFilter = (search: string): HistoryFilter => {
  const query = new URLSearchParams(search);
  const educatorId = query.get(QUERY_PARAMETERS.educatorId) ?? '';
  const pair = (query.get(QUERY_PARAMETERS.pair) ?? '').trim().slice(0, MAX_PAIR);
  return {
    educatorId: EDUCATOR_ID.test(educatorId) ? educatorId : undefined,
    result: ideaResults.find((result) => result === query.get(QUERY_PARAMETERS.result)),
    pair: pair || undefined,
  };
};

/**
 * The query string of a filter with its question mark, or an empty string without a filter. Other parameters of `search`
 * stay.
 */
export const formatHistoryFilter = (filter: HistoryFilter, search = ''): string => {
  const query = new URLSearchParams(search);
  for (const name of Object.values(QUERY_PARAMETERS)) query.delete(name);
  for (const [name, value] of [
    [QUERY_PARAMETERS.educatorId, filter.educatorId],
    [QUERY_PARAMETERS.result, filter.result],
    [QUERY_PARAMETERS.pair, filter.pair?.trim()],
  ] as const)
    if (value) query.set(name, value);
  return query.size > 0 ? `?${query}` : '';
};

export const isFiltered = (filter: HistoryFilter): boolean => formatHistoryFilter(filter) !== '';
