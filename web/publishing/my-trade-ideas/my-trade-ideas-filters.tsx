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
}) => (
  <FilterPanel
    start={<PairSearch pair={filter.pair} onSearch={(pair) => onChange({ pair })} />}
    selected={[filter.status, filter.market, filter.type].filter(Boolean).length}
  >
    <FilterSelect
      label="Status"
      any="All statuses"
      options={statusOptions}
      value={filter.status}
      onChange={(status) => onChange({ status })}
      className="lg:w-42"
    />
    <FilterSelect
      label="Market"
      any="All markets"
      options={toOptions(markets)}
      value={filter.market}
      onChange={(market) => onChange({ market })}
      className="lg:w-42"
    />
    <FilterSelect
      label="Idea type"
      any="All types"
      options={toOptions(ideaTypes)}
      value={filter.type}
      onChange={(type) => onChange({ type })}
      className="lg:w-42"
    />
    {isFiltered(filter) && (
      <Button variant="quiet" onClick={onClear}>
        Clear filters
      </Button>
    )}
  </FilterPanel>
);
