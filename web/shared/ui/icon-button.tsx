import type { ButtonHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import { Tooltip } from './tooltip.tsx';

const looks = {
  quiet: 'text-muted hover:bg-raised hover:text-text',
  outlined: 'border border-line text-text hover:bg-raised',
};

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> & {
  icon: IconName;
  /** Accessible name and tooltip. */
  label: string;
  variant?: keyof typeof looks;
};

export const IconButton = ({ icon, label, variant = 'quiet', className, ...rest }: IconButtonProps) => (
  <Tooltip text={label}>
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classNames(
        'grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-45 aria-disabled:cursor-not-allowed aria-disabled:opacity-45',
        looks[variant],
        className,
      )}
    >
      <Icon name={icon} />
    </button>
  </Tooltip>
);
