import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { hasEnded, type IdeaType, ideaTypes, MAX_PAIR, normalizeStatus } from '../../../contract/ideas.ts';
import { type Market, markets } from '../../../contract/markets.ts';
import { pairMatches } from '../../../contract/pairs.ts';
import type { Idea } from '../../entities/idea/idea-model.ts';
import { defaultSort, formatSort, parseSort, type Sort } from './sort-ideas.ts';

/** Active includes pending ideas. */
const statusFilters = ['active', 'successful', 'unsuccessful', 'invalid'] as const;
export type StatusFilter = (typeof statusFilters)[number];

type TableFilter = {
  status: StatusFilter | undefined;
  market: Market | undefined;
  ideaType: IdeaType | undefined;
  pair: string | undefined;
};
export type TableQuery = TableFilter & { sort: Sort };

export const noFilter: TableFilter = {
  status: undefined,
  market: undefined,
  ideaType: undefined,
  pair: undefined,
};

/** Parses a query string and drops invalid values. */
export const parseTableQuery = (search: string): TableQuery => {
  const query = new URLSearchParams(search);
  const find = <V extends string>(name: string, values: readonly V[]) =>
    values.find((value) => value === query.get(name));
  return {
    status: find('status', statusFilters),
    market: find('market', markets),
    ideaType: find('type', ideaTypes),
    pair: (query.get('pair') ?? '').trim().slice(0, MAX_PAIR) || undefined,
    sort: parseSort(query.get('sort')),
  };
};

/** The query string with its question mark, or an empty string for all ideas, newest first. */
export const formatTableQuery = ({ status, market, ideaType, pair, sort }: TableQuery): string => {
  const query = new URLSearchParams();
  const values = { status, market, type: ideaType, pair: pair?.trim(), sort: formatSort(sort) };
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  return query.size > 0 ? `?${query}` : '';
};

export const isFiltered = (query: TableQuery): boolean =>
  formatTableQuery({ ...query, sort: defaultSort }) !== '';

export const matchesFilter = (idea: Idea, { status, market, ideaType, pair }: TableFilter): boolean => {
  if (status === 'active' && hasEnded(idea.status)) return false;
  if (status && status !== 'active' && normalizeStatus(idea.status) !== status) return false;
  if (market && idea.market !== market) return false;
  if (ideaType && idea.ideaType !== ideaType) return false;
  return pairMatches(idea.pair, pair ?? '');
};

/** Filter and sorting are stored in the address, so that reload, Back and links keep them. */
export const useTableQuery = () => {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const query = useMemo(() => parseTableQuery(search), [search]);
  const changeQuery = useCallback(
    (changes: Partial<TableQuery>) =>
      navigate(`${path}${formatTableQuery({ ...query, ...changes })}`, { replace: true }),
    [navigate, path, query],
  );
  return { query, changeQuery };
};
