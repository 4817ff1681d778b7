import { MAX_PAIR } from '../../contract/ideas/ideas.ts';
import { SearchField } from '../shared/ui/search-field.tsx';

/** Searches pairs while typing. */
export const PairSearch = ({
  pair,
  onSearch,
}: {
  pair: string | undefined;
  onSearch: (pair: string | undefined) => void;
}) => (
  <SearchField
    label="Search pairs"
    maxLength={MAX_PAIR}
    autoCapitalize="characters"
    value={pair}
    onSearch={onSearch}
  />
);
