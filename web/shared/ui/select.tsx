import type { SelectHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { useFieldWiring } from './field.tsx';
import { Icon } from './icon.tsx';

/** Options whose values are their labels; also for `Segmented`. */
export const toOptions = <V extends string>(values: readonly V[]) =>
  values.map((value) => ({ value, label: value }));

/** The browser's native select. `children` come before the options, for example one for no value. */
export const Select = ({
  options,
  className,
  children,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & { options: readonly { value: string; label: string }[] }) => (
  <div className={classNames('relative min-w-0', className)}>
    <select
      {...useFieldWiring()}
      {...rest}
      className="h-11.5 w-full cursor-pointer appearance-none truncate rounded-control border border-field-line bg-field pr-10 pl-3.5 text-text transition-[border-color] duration-150 hover:border-edge focus:border-transparent focus:outline-2 focus:outline-offset-0 focus:outline-accent disabled:opacity-55 pointer-coarse:text-[1rem]"
    >
      {children}
      {options.map(({ value, label }) => (
        <option key={value} value={value} dir="auto">
          {label}
        </option>
      ))}
    </select>
    <Icon
      name="down"
      size={18}
      className="pointer-events-none absolute inset-y-0 right-3.5 my-auto text-muted"
    />
  </div>
);

/** A select whose first choice filters nothing; undefined stands for it. */
export const FilterSelect = <V extends string>({
  label,
  any,
  options,
  value,
  onChange,
  className,
}: {
  label: string;
  any: string;
  options: readonly { value: V; label: string }[];
  value: V | undefined;
  onChange: (value: V | undefined) => void;
  className?: string;
}) => (
  <Select
    aria-label={label}
    options={options}
    value={value ?? ''}
    onChange={({ target }) => onChange(options.find((option) => option.value === target.value)?.value)}
    className={className}
  >
    <option value="">{any}</option>
  </Select>
);
