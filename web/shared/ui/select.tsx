import type { Ref, SelectHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { useFieldWiring } from './field.tsx';
import { Icon } from './icon.tsx';

/** The browser's native select. */
export const Select = ({
  className,
  children,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> }) => (
  <div className={classNames('relative min-w-0', className)}>
    <select
      {...useFieldWiring()}
      {...rest}
      className="h-11.5 w-full cursor-pointer appearance-none truncate rounded-control border border-line bg-sunken pr-10 pl-3.5 text-text transition-[border-color] duration-150 hover:border-edge focus:border-transparent focus:outline-2 focus:outline-offset-0 focus:outline-accent disabled:opacity-55 pointer-coarse:text-[1rem]"
    >
      {children}
    </select>
    <Icon
      name="down"
      size={18}
      className="pointer-events-none absolute inset-y-0 right-3.5 my-auto text-muted"
    />
  </div>
);
