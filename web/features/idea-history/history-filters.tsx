import type { Educator } from '../../../contract/educators.ts';
import { HIDDEN_EDUCATOR_ID } from '../../../contract/educators.ts';
import type { IdeaResult } from '../../../contract/ideas.ts';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { Select } from '../../shared/ui/select.tsx';
import type { HistoryChoice } from './history-choice.ts';
import { PairSearch } from './pair-search.tsx';

const results = [
  { value: 'any', label: 'Any result' },
  { value: 'successful', label: 'Successful', tone: 'rise' },
  { value: 'unsuccessful', label: 'Unsuccessful', tone: 'fall' },
] as const;

/** Narrows the history: by pair, by educator, by result. */
export const HistoryFilters = ({
  choice,
  educators,
  onChoose,
}: {
  choice: HistoryChoice;
  educators: readonly Educator[];
  onChoose: (changes: HistoryChoice) => void;
}) => (
  <search className="column mb-5 grid grid-cols-2 gap-2.5 sm:gap-3 lg:grid-cols-[minmax(0,1fr)_15rem_24rem]">
    <PairSearch pair={choice.pair} onSearch={(pair) => onChoose({ pair })} />
    <Select
      aria-label="Educator"
      value={choice.educatorId ?? ''}
      onChange={(event) => onChoose({ educatorId: event.target.value || undefined })}
    >
      <option value="">All educators</option>
      {educators
        .filter(({ id }) => id !== HIDDEN_EDUCATOR_ID)
        .map(({ id, fullName }) => (
          <option key={id} value={id}>
            {fullName}
          </option>
        ))}
    </Select>
    <Segmented
      label="Result"
      hideLabel
      options={results}
      value={choice.result ?? 'any'}
      onChange={(result: IdeaResult | 'any') => onChoose({ result: result === 'any' ? undefined : result })}
      className="max-lg:col-span-2"
    />
  </search>
);
