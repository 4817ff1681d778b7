import type { ReactNode } from 'react';
import { Icon } from '../../shared/ui/icon.tsx';

/** Styled like the label of a `Field`, for groups with several inputs. */
export const FieldLegend = ({ children }: { children: ReactNode }) => (
  <legend className="flex w-full justify-between gap-2 pb-1.5 text-sm font-medium text-muted">
    {children}
    <span className="font-normal text-faint">Optional</span>
  </legend>
);

export const FieldError = ({ id, error }: { id: string; error: string | null | undefined }) =>
  error ? (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-xs text-negative">
      <Icon name="warning" size={16} className="mt-px" />
      {error}
    </p>
  ) : null;
