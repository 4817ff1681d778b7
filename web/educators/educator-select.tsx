import { FilterSelect } from '../shared/ui/select.tsx';
import { usePublicEducators } from './use-educators.ts';

/** Filters a list by educator; undefined stands for all. */
export const EducatorSelect = ({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (educatorId: string | undefined) => void;
}) => {
  const educators = usePublicEducators();
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
