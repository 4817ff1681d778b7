import type { ReactNode } from 'react';

/** Styled like the label of a `Field`, for groups with several inputs. */
export const FieldLegend = ({ optional = true, children }: { optional?: boolean; children: ReactNode }) => (
  <legend className="flex w-full justify-between gap-2 pb-1.5 text-sm font-medium text-muted">
    {children}
    {optional && <span className="font-normal text-faint">Optional</span>}
  </legend>
);
