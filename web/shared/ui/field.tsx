import { createContext, type ReactNode, useContext, useId } from 'react';
import { Drawing, loginShapes } from './drawing.tsx';

type FieldWiring = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

const FieldContext = createContext<FieldWiring | null>(null);

/** The ids and ARIA attributes for an input inside a `Field`; empty outside of one. */
export const useFieldWiring = (): Partial<FieldWiring> => useContext(FieldContext) ?? {};

/** The error of an input, announced at once. The input names its id in `aria-describedby`. */
export const FieldError = ({ id, error }: { id: string; error: string | null | undefined }) =>
  error ? (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-xs text-negative">
      <Drawing shape={loginShapes.warning} size={16} className="mt-px" />
      {error}
    </p>
  ) : null;

/**
 * A labelled input with hint and error. The error is announced and linked to the input; no space is reserved for it, so a
 * valid form stays dense.
 */
export const Field = ({
  label,
  hint,
  error,
  optional = false,
  children,
  className,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  optional?: boolean;
  children: ReactNode;
  className?: string;
}) => {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={`grid min-w-0 content-start gap-1.5 ${className ?? ''}`}>
      <label htmlFor={id} className="flex flex-wrap justify-between gap-x-2 text-sm font-medium text-muted">
        {label}
        {optional && <span className="font-normal text-faint">Optional</span>}
      </label>
      <FieldContext.Provider
        value={{
          id,
          'aria-describedby': described || undefined,
          'aria-invalid': error ? true : undefined,
        }}
      >
        {children}
        <FieldError id={`${id}-error`} error={error} />
        {hint && (
          <p id={`${id}-hint`} className="text-xs text-faint">
            {hint}
          </p>
        )}
      </FieldContext.Provider>
    </div>
  );
};
