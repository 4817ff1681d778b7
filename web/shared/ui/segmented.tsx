import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { classNames } from './class-names.ts';
import type { NavLink } from './tab-bar.tsx';

type SegmentedOption<V extends string> = {
  value: V;
  label: ReactNode;
  tone?: 'positive' | 'negative';
};

const frame =
  'flex flex-wrap gap-1 rounded-control border border-line bg-sunken p-1 *:min-h-9 *:min-w-max *:flex-1 pointer-coarse:*:min-h-11';
const segment =
  'flex items-center justify-center gap-1.5 rounded-[9px] px-2 text-sm font-medium text-muted transition-colors duration-150 xs:px-3';

const tones = {
  plain:
    'peer-checked:bg-raised peer-checked:text-text peer-checked:shadow-[inset_0_0_0_1px_var(--color-line)]',
  positive:
    'peer-checked:bg-positive-wash peer-checked:text-positive peer-checked:shadow-[inset_0_0_0_1px_var(--color-positive)]',
  negative:
    'peer-checked:bg-negative-wash peer-checked:text-negative peer-checked:shadow-[inset_0_0_0_1px_var(--color-negative)]',
};

/** A segmented control: radio buttons, so arrow keys and screen readers work. */
export const Segmented = <V extends string>({
  label,
  options,
  value,
  onChange,
  hideLabel = false,
  note,
  className,
}: {
  label: string;
  options: readonly SegmentedOption<V>[];
  value: V;
  onChange: (value: V) => void;
  hideLabel?: boolean;
  /** A hint or an error. */
  note?: ReactNode;
  className?: string;
}) => {
  const name = useId();
  return (
    <fieldset
      aria-describedby={note ? `${name}-note` : undefined}
      className={classNames('min-w-0', className)}
    >
      <legend className={hideLabel ? 'sr-only' : 'mb-1.5 text-sm font-medium text-muted'}>{label}</legend>
      <div className={frame}>
        {options.map((option) => (
          <label key={option.value} className="relative grid">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="peer absolute inset-0 cursor-pointer appearance-none rounded-[9px] focus-visible:outline-offset-1"
            />
            <span
              className={classNames(
                segment,
                'pointer-events-none relative peer-hover:text-text',
                tones[option.tone ?? 'plain'],
              )}
            >
              {option.label}
            </span>
          </label>
        ))}
      </div>
      {note && (
        <div id={`${name}-note`} className="mt-1.5 text-xs text-faint">
          {note}
        </div>
      )}
    </fieldset>
  );
};

/** Links drawn like a segmented control, for example to the same page of another market. */
export const SegmentedLinks = ({ label, links }: { label: string; links: readonly NavLink[] }) => (
  <nav aria-label={label} className={frame}>
    {links.map(({ label: text, href, current }) => (
      <Link
        key={text}
        href={href}
        aria-current={current ? 'page' : undefined}
        className={classNames(
          segment,
          'hover:text-text focus-visible:outline-offset-1 aria-[current=page]:bg-raised aria-[current=page]:text-text aria-[current=page]:shadow-[inset_0_0_0_1px_var(--color-line)]',
        )}
      >
        {text}
      </Link>
    ))}
  </nav>
);
