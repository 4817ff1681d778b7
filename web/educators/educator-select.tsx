import { HIDDEN_EDUCATOR_ID } from '../../contract/educators/educators.ts';
import { FilterSelect } from '../shared/ui/select.tsx';
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
    <FilterSelect
      label="Educator"
      any="All educators"
      value={value}
      onChange={onChange}
      options={educators.map(({ id, fullName }) => ({ value: id, label: fullName }))}
    />
  );
};
