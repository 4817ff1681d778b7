import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Drawing, loginShapes } from './drawing.tsx';

const tones = {
  plain: { shape: null, box: 'border-line-soft text-faint', mark: '' },
  accent: {
    shape: loginShapes.shield,
    box: 'border-transparent bg-accent-wash text-text',
    mark: 'text-accent',
  },
  error: {
    shape: loginShapes.warning,
    box: 'border-transparent bg-negative-wash text-text',
    mark: 'text-negative',
  },
} as const satisfies Record<string, { shape: string | null; box: string; mark: string }>;

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
      {look.shape && <Drawing shape={look.shape} className={look.mark} />}
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
