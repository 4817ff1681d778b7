import { HIDDEN_EDUCATOR_ID } from '../../../contract/educators.ts';
import { Select } from '../../shared/ui/select.tsx';
import { useEducators } from './use-educators.ts';

/** Filters a list by educator; undefined stands for all. */
export const EducatorSelect = ({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (educatorId: string | undefined) => void;
}) => {
  const educators = [...useEducators().values()].filter(({ id }) => id !== HIDDEN_EDUCATOR_ID);
  return (
    <Select
      aria-label="Educator"
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      options={educators.map(({ id, fullName }) => ({ value: id, label: fullName }))}
    >
      <option value="">All educators</option>
    </Select>
  );
};
