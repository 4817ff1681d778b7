import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

const tones = {
  plain: { icon: null, box: 'border-line-soft text-faint', mark: '' },
  accent: { icon: 'shield', box: 'border-transparent bg-accent-wash text-text', mark: 'text-accent' },
  error: { icon: 'warning', box: 'border-transparent bg-negative-wash text-text', mark: 'text-negative' },
} as const satisfies Record<string, { icon: IconName | null; box: string; mark: string }>;

/** A boxed notice. With `alert` screen readers announce it at once. */
export const Notice = ({
  tone = 'plain',
  title,
  children,
  alert = false,
  className,
}: {
  tone?: keyof typeof tones;
  title?: string;
  children?: ReactNode;
  alert?: boolean;
  className?: string;
}) => {
  const look = tones[tone];
  return (
    <div
      role={alert ? 'alert' : undefined}
      className={classNames(
        'flex gap-3 rounded-control border px-4 py-3.5 text-sm text-pretty',
        look.box,
        className,
      )}
    >
      {look.icon && <Icon name={look.icon} className={look.mark} />}
      <div className="min-w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
};

/** The error of a whole form, if there is one. */
export const FormError = ({ children }: { children: ReactNode }) =>
  children && (
    <Notice tone="error" alert>
      {children}
    </Notice>
  );
