import { useEffect, useId, useRef } from 'react';
import { useMedia } from '../hooks/use-media.ts';
import { classNames } from './class-names.ts';

/** One of several short choices. `focused` takes the focus when it appears. */
export const ChipChoice = <Name extends string>({
  legend,
  choices,
  value,
  onChange,
  focused = false,
  isScrollable = false,
}: {
  legend: string;
  choices: readonly { name: Name; label: string; detail?: string | null | undefined }[];
  value: Name;
  onChange: (name: Name) => void;
  focused?: boolean;
  /** On phones, one row that scrolls instead of a stack; it fades where it goes on. */
  isScrollable?: boolean;
}) => {
  const group = useId();
  const isRow = useMedia('(width < 40rem)') && isScrollable;
  const chosen = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) chosen.current?.focus();
  }, [focused]);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium text-muted">{legend}</legend>
      <div
        // Room for the last choice beside the fade.
        style={
          isRow
            ? { maskImage: 'linear-gradient(to right, #000 calc(100% - 4rem), #0000)', paddingRight: '4rem' }
            : undefined
        }
        className={classNames(
          'flex gap-2',
          isScrollable ? '-mx-4 -my-1 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0' : 'flex-wrap',
        )}
      >
        {choices.map(({ name, label, detail }) => (
          <label key={name} className="relative shrink-0">
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
