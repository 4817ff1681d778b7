import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { formatChoice, type HistoryChoice, parseChoice } from './history-choice.ts';

/** What the reader chose, kept in the address: a link to it can be shared, and Back takes a choice back. */
export const useHistoryChoice = () => {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const choice = useMemo(() => parseChoice(search), [search]);
  const choose = useCallback(
    (changes: HistoryChoice) => {
      const next = { ...choice, ...changes };
      // A search that is typed on is one step of the way back, not one per letter.
      const replace = choice.pair !== undefined && 'pair' in changes && next.pair !== undefined;
      navigate(`${path}${formatChoice(next)}`, { replace });
    },
    [choice, navigate, path],
  );
  return { choice, choose };
};
