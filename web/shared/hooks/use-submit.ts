import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../api/api-request.ts';
import { rememberFocus } from '../ui/focus-region.ts';

/** Messages by field; `form` is for all of them. */
type Errors = Record<string, string | undefined>;

const toErrors = ({ code, message, fields = {} }: ApiError, failure = message): Errors => {
  if (code === 'REAUTHENTICATION_REQUIRED') return { currentPassword: message };
  return Object.keys(fields).length > 0 ? fields : { form: failure };
};

/**
 * Submits a form, keeps its errors and focuses the first invalid field, unless somebody has gone on to another one. `run`
 * does the same for another button. `failure` is said instead of the server's message.
 */
export const useSubmit = (send: () => Promise<void>, failure?: string) => {
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isFocusHere = useRef<() => boolean>(() => true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new errors are the reason, not an ingredient.
  useEffect(() => {
    if (isFocusHere.current()) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);
  const run = async (action: () => Promise<void>) => {
    isFocusHere.current = rememberFocus();
    setBusy(true);
    setErrors({});
    try {
      await action();
    } catch (error) {
      setErrors(toErrors(error as ApiError, failure));
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void run(send);
  };
  return { form, errors, busy, onSubmit, run };
};
