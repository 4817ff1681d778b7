import { useId } from 'react';
import { IconButton } from './icon-button.tsx';
import { Select } from './select.tsx';

/** Chooses what a list is sorted by. The button reverses it by selecting the same again. */
export const SortSelect = <K extends string>({
  labels,
  sort,
  onSort,
}: {
  labels: Record<K, string>;
  sort: { by: K; descending: boolean };
  onSort: (by: K) => void;
}) => {
  const id = useId();
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="text-sm text-muted">
        Sort by
      </label>
      <Select
        id={id}
        value={sort.by}
        onChange={(event) => onSort(event.target.value as K)}
        options={Object.entries<string>(labels).map(([value, label]) => ({ value, label }))}
        className="min-w-32 flex-1"
      />
      <IconButton
        icon={sort.descending ? 'down' : 'up'}
        label={sort.descending ? 'Descending. Reverse order' : 'Ascending. Reverse order'}
        variant="outlined"
        onClick={() => onSort(sort.by)}
      />
    </div>
  );
};
