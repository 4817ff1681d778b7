import type { ComponentProps } from 'react';
import { classNames } from '../shared/ui/class-names.ts';
import { Icon, type IconName } from '../shared/ui/icon.tsx';

/** A button that opens the file chooser. */
export const PickFile = ({
  icon,
  label,
  onFile,
  className,
  ...rest
}: {
  icon: IconName;
  label: string;
  onFile: (file: File) => void;
  className?: string;
} & Pick<ComponentProps<'input'>, 'ref' | 'accept' | 'aria-label' | 'aria-describedby'>) => (
  <label
    className={classNames(
      'relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control has-focus-visible:outline-2 has-focus-visible:outline-accent hover:bg-raised',
      className ?? 'px-4 text-sm font-medium text-muted hover:text-text',
    )}
  >
    <Icon name={icon} size={18} />
    {label}
    <input
      type="file"
      {...rest}
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        if (file) onFile(file);
        // Without this, choosing the same file again fires no change event.
        target.value = '';
      }}
      className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
    />
  </label>
);
