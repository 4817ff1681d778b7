import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../shared/api/api-request.ts';

type PasswordErrors = {
  currentPassword?: string | undefined;
  newPassword?: string | undefined;
  form?: string | undefined;
};

const toErrors = (failure: unknown): PasswordErrors => {
  if (!(failure instanceof ApiError)) return { form: 'Failed to change your password' };
  if (failure.code === 'REAUTHENTICATION_REQUIRED') return { currentPassword: failure.message };
  const { currentPassword, newPassword } = failure.fields ?? {};
  return currentPassword || newPassword ? { currentPassword, newPassword } : { form: failure.message };
};

/** Submits a form that changes the password, shows its errors and focuses the first invalid field. */
export const usePasswordSubmit = (change: () => Promise<void>) => {
  const [errors, setErrors] = useState<PasswordErrors>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (errors.currentPassword || errors.newPassword)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setErrors({});
    try {
      await change();
    } catch (failure) {
      setErrors(toErrors(failure));
    } finally {
      setBusy(false);
    }
  };
  return { form, errors, busy, onSubmit: (event: FormEvent) => void submit(event) };
};
