import type { ReactNode } from 'react';

/** Upload progress. `part` is from 0 to 1. */
export const Progress = ({
  part,
  label,
  children,
}: {
  part: number;
  label: string;
  children?: ReactNode;
}) => (
  <div className="grid min-w-24 gap-1.5">
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(part * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full rounded-full bg-accent transition-[width] duration-150"
        style={{ width: `${part * 100}%` }}
      />
    </div>
    {children}
  </div>
);
