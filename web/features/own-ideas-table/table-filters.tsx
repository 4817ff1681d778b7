import { ideaTypes } from '../../../contract/ideas.ts';
import { markets } from '../../../contract/markets.ts';
import { PairSearch } from '../../entities/idea/pair-search.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Select, toOptions } from '../../shared/ui/select.tsx';
import { isFiltered, noFilter, type StatusFilter, type TableQuery } from './table-query.ts';

const statusOptions: { value: StatusFilter; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'successful', label: 'Successful' },
  { value: 'unsuccessful', label: 'Unsuccessful' },
  { value: 'invalid', label: 'Invalid' },
];

const FilterSelect = <V extends string>({
  label,
  any,
  options,
  value,
  onChange,
}: {
  label: string;
  /** The choice that filters nothing. */
  any: string;
  options: readonly { value: V; label: string }[];
  value: V | undefined;
  onChange: (value: V | undefined) => void;
}) => (
  <Select
    aria-label={label}
    options={options}
    value={value ?? ''}
    onChange={({ target }) => onChange(options.find((option) => option.value === target.value)?.value)}
    className="lg:w-42"
  >
    <option value="">{any}</option>
  </Select>
);

/** Filters the own ideas by pair, status, market and type. */
export const TableFilters = ({
  query,
  onChange,
}: {
  query: TableQuery;
  onChange: (changes: Partial<TableQuery>) => void;
}) => (
  <search data-focus-region="" className="mb-4 grid grid-cols-2 gap-2.5 sm:grid-cols-3 sm:gap-3 lg:flex">
    <div className="max-lg:col-span-full lg:flex-1">
      <PairSearch pair={query.pair} onSearch={(pair) => onChange({ pair })} />
    </div>
    <FilterSelect
      label="Status"
      any="All statuses"
      options={statusOptions}
      value={query.status}
      onChange={(status) => onChange({ status })}
    />
    <FilterSelect
      label="Market"
      any="All markets"
      options={toOptions(markets)}
      value={query.market}
      onChange={(market) => onChange({ market })}
    />
    <FilterSelect
      label="Idea type"
      any="All types"
      options={toOptions(ideaTypes)}
      value={query.ideaType}
      onChange={(ideaType) => onChange({ ideaType })}
    />
    {isFiltered(query) && (
      <Button variant="quiet" onClick={() => onChange(noFilter)}>
        Clear filters
      </Button>
    )}
  </search>
);
