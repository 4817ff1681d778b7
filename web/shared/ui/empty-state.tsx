import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** Nothing here, and why that is fine: an empty axis waiting for its first level. */
export const EmptyState = ({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) => (
  <div className="mx-auto grid max-w-130 justify-items-center gap-2 px-4 py-14 text-center text-muted">
    <svg width="168" height="104" viewBox="0 0 168 104" aria-hidden="true" className="mb-4">
      <path
        d="M14 88H154M14 62H154M14 36H154M14 10H154"
        stroke="var(--color-line)"
        strokeDasharray="3 7"
        strokeLinecap="round"
      />
      <rect x="76" y="36" width="16" height="52" rx="6" fill="var(--color-accent-wash)" />
      <path d="M70 62H98" stroke="var(--color-accent)" strokeWidth="2" strokeLinecap="round" />
      <circle cx="84" cy="62" r="4.5" fill="var(--color-accent)" />
      <path d="M98 62h34" stroke="var(--color-accent)" strokeOpacity=".35" strokeLinecap="round" />
    </svg>
    <h2 className="text-xl text-text">{title}</h2>
    {children && <div className="text-pretty">{children}</div>}
    {action && <div className="mt-4">{action}</div>}
  </div>
);

/** The empty state of a list that could not be loaded (DESIGN §14). */
export const FailedList = ({
  title,
  list: { retry, retrying },
}: {
  title: string;
  list: { retry: () => void; retrying: boolean };
}) => (
  <EmptyState
    title={title}
    action={
      <Button busy={retrying} onClick={retry}>
        Retry
      </Button>
    }
  >
    <p role="alert">Couldn't load.</p>
  </EmptyState>
);
