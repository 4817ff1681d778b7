import { classNames } from './class-names.ts';

/** A grey shape where content will stand; give it the content's final size. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span
    aria-hidden="true"
    className={classNames(
      'block animate-breathe bg-raised',
      // Of two radii the style sheet's order would decide, not the caller.
      !className?.includes('rounded-') && 'rounded-s',
      className,
    )}
  />
);

/** Says to screen readers what the shapes inside stand for. */
export const Loading = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div role="status">
    <span className="sr-only">{label}</span>
    {children}
  </div>
);
