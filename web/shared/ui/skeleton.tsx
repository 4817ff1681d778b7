import { classNames } from './class-names.ts';

/** A placeholder shape with the final size of the content. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span
    aria-hidden="true"
    data-skeleton
    className={classNames(
      'block animate-breathe bg-line-soft',
      // With two radius classes the style sheet's order would decide, not the caller.
      !className?.includes('rounded-') && 'rounded-s',
      className,
    )}
  />
);

/** The fallback of a part that loads later: one shape. */
export const loadingShape = (className: string) => () => (
  <Loading label="Loading">
    <Skeleton className={className} />
  </Loading>
);

/** Names the loading content for screen readers. */
export const Loading = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div role="status">
    <span className="sr-only">{label}</span>
    {children}
  </div>
);
