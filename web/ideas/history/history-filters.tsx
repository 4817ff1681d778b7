import type { IdeaResult } from '../../../contract/ideas/ideas.ts';
import { EducatorSelect } from '../../educators/educator-select.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { PairSearch } from '../pair-search.tsx';
import type { HistoryFilter } from './history-filter.ts';

const results = [
  { value: 'any', label: 'All' },
  { value: 'successful', label: 'Successful', tone: 'positive' },
  { value: 'unsuccessful', label: 'Unsuccessful', tone: 'negative' },
] as const;

/** Filters closed ideas by pair, educator and result. */
export const HistoryFilters = ({
  filter,
  onChange,
}: {
  filter: HistoryFilter;
  onChange: (changes: HistoryFilter, mode?: 'replace') => void;
}) => (
  <search className="column mb-5 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2.5 sm:gap-3 lg:grid-cols-[minmax(0,1fr)_15rem_24rem]">
    <PairSearch
      pair={filter.pair}
      // Continued typing is one step of Back.
      onSearch={(pair) => onChange({ pair }, filter.pair && pair ? 'replace' : undefined)}
    />
    <EducatorSelect value={filter.educator} onChange={(educator) => onChange({ educator })} />
    <Segmented
      label="Result"
      hideLabel
      options={results}
      value={filter.result ?? 'any'}
      onChange={(result: IdeaResult | 'any') => onChange({ result: result === 'any' ? undefined : result })}
      className="max-lg:col-span-full"
    />
  </search>
);
