import { useId } from 'react';

/** A checkbox with role switch. A word beside it says the state too. */
export const Switch = ({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) => {
  const id = useId();
  return (
    <label htmlFor={id} className="flex min-h-14 cursor-pointer flex-wrap items-center gap-x-3 py-2.5">
      <span className="flex-[1_1_7rem] text-lg leading-snug font-medium">{label}</span>
      <span aria-hidden="true" className="text-sm text-muted">
        {checked ? 'On' : 'Off'}
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full border border-edge bg-sunken transition-colors duration-150 before:absolute before:top-1/2 before:left-1 before:size-4.5 before:-translate-y-1/2 before:rounded-full before:bg-edge before:transition-[left,background-color] before:duration-150 checked:border-transparent checked:bg-accent checked:before:left-6 checked:before:bg-accent-ink"
      />
    </label>
  );
};
