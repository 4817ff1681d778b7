import { useEffect, useId, useRef } from 'react';

/** One of several short choices. `focused` takes the focus when it appears. */
export const ChipChoice = <Name extends string>({
  legend,
  choices,
  value,
  onChange,
  focused = false,
}: {
  legend: string;
  choices: readonly { name: Name; label: string; detail?: string | null | undefined }[];
  value: Name;
  onChange: (name: Name) => void;
  focused?: boolean;
}) => {
  const group = useId();
  const chosen = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) chosen.current?.focus();
  }, [focused]);
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-muted">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ name, label, detail }) => (
          <label key={name} className="relative">
            <input
              type="radio"
              name={group}
              ref={name === value ? chosen : undefined}
              checked={name === value}
              onChange={() => onChange(name)}
              className="peer absolute inset-0 cursor-pointer appearance-none rounded-full"
            />
            <span className="pointer-events-none flex h-11 items-center gap-1.5 rounded-full border border-line px-4 text-sm text-muted peer-checked:border-accent peer-checked:bg-accent-wash peer-checked:text-text">
              {label} {detail && <span className="text-faint">{detail}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};
