import { type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

/** Filters of a list: `start` in view, the others below 1024 px behind a button that counts the `selected` ones. */
export const FilterPanel = ({
  start,
  selected,
  children,
}: {
  start: ReactNode;
  selected: number;
  children: ReactNode;
}) => {
  const [open, setOpen] = useState(false);
  const panel = useId();
  return (
    <search data-focus-region="" className="mb-4 flex flex-wrap items-end gap-2.5 sm:gap-3">
      <div className="min-w-[min(10rem,100%)] flex-1">{start}</div>
      <Button
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
        className="h-11.5 lg:hidden"
      >
        {selected > 0 ? `Filters (${selected})` : 'Filters'}
      </Button>
      <div
        id={panel}
        className={classNames(
          'grid w-full grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] items-end gap-2.5 lg:flex lg:w-auto',
          !open && 'max-lg:hidden',
        )}
      >
        {children}
      </div>
    </search>
  );
};
