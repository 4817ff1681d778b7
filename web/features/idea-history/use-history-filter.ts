import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { formatHistoryFilter, type HistoryFilter, parseHistoryFilter } from './history-filter.ts';

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
      navigate(`${path}${formatHistoryFilter(next)}`, { replace });
    },
    [filter, navigate, path],
  );
  return { filter, setFilter };
};
