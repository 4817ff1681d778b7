import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { RouteDefinition } from '../../../contract/route.ts';
import { ApiError } from '../../shared/api/api-request.ts';

type PasswordErrors = {
  currentPassword?: string | undefined;
  newPassword?: string | undefined;
  password?: string | undefined;
  form?: string | undefined;
};

const toErrors = (failure: unknown, fallback: string): PasswordErrors => {
  if (!(failure instanceof ApiError)) return { form: fallback };
  if (failure.code === 'REAUTHENTICATION_REQUIRED') return { currentPassword: failure.message };
  const { currentPassword, newPassword, password } = failure.fields ?? {};
  if (currentPassword || newPassword || password) return { currentPassword, newPassword, password };
  return { form: failure.message };
};

/** Submits a form with a password to `route`, keeps its errors and focuses the first invalid field. */
export const usePasswordSubmit = (route: Pick<RouteDefinition, 'failure'>, send: () => Promise<void>) => {
  const [errors, setErrors] = useState<PasswordErrors>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new errors are the reason, not an ingredient.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setErrors({});
    try {
      await send();
    } catch (failure) {
      setErrors(toErrors(failure, route.failure));
    } finally {
      setBusy(false);
    }
  };
  return { form, errors, busy, onSubmit: (event: FormEvent) => void submit(event) };
};
