import type { ComponentProps } from 'react';
import { ideaTypes } from '../../../contract/ideas/ideas.ts';
import { markets } from '../../../contract/ideas/markets.ts';
import { PairSearch } from '../../ideas/pair-search.tsx';
import { isFiltered } from '../../shared/hooks/use-address-filter.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FilterPanel } from '../../shared/ui/filter-panel.tsx';
import { FilterSelect, toOptions } from '../../shared/ui/select.tsx';
import type { StatusFilter, TableFilter } from './my-trade-ideas-filter.ts';

const statusOptions: { value: StatusFilter; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'successful', label: 'Successful' },
  { value: 'unsuccessful', label: 'Unsuccessful' },
  { value: 'invalid', label: 'Invalid' },
];

/** Filters the own ideas by pair, status, market and type. */
export const TableFilters = ({
  filter,
  onChange,
  onClear,
}: {
  filter: TableFilter;
  onChange: (changes: TableFilter) => void;
  onClear: () => void;
}) => {
  const select = <N extends 'status' | 'market' | 'type'>(
    name: N,
    label: string,
    any: string,
    options: ComponentProps<typeof FilterSelect<NonNullable<TableFilter[N]>>>['options'],
  ) => (
    <FilterSelect
      label={label}
      any={any}
      options={options}
      value={filter[name]}
      onChange={(value) => onChange({ [name]: value })}
      className="lg:w-42"
    />
  );
  return (
    <FilterPanel
      start={<PairSearch pair={filter.pair} onSearch={(pair) => onChange({ pair })} />}
      selected={[filter.status, filter.market, filter.type].filter(Boolean).length}
    >
      {select('status', 'Status', 'All statuses', statusOptions)}
      {select('market', 'Market', 'All markets', toOptions(markets))}
      {select('type', 'Idea type', 'All types', toOptions(ideaTypes))}
      {isFiltered(filter) && (
        <Button variant="quiet" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </FilterPanel>
  );
};
