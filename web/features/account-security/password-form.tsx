import { type FormEvent, useEffect, useRef, useState } from 'react';
import { changePassword, listSessions, MIN_PASSWORD } from '../../../contract/account.ts';
import { ApiError, callRoute } from '../../shared/api/api-request.ts';
import { invalidatePrefix } from '../../shared/api/query-client.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { showToast } from '../../shared/ui/toast.ts';

type Faults = {
  currentPassword?: string | undefined;
  newPassword?: string | undefined;
  form?: string | undefined;
};

const faultsOf = (failure: unknown): Faults => {
  if (!(failure instanceof ApiError)) return { form: 'Failed to change your password' };
  const { currentPassword, newPassword } = failure.fields ?? {};
  return currentPassword || newPassword ? { currentPassword, newPassword } : { form: failure.message };
};

/** Changes the password, which ends all other sessions. */
export const PasswordForm = () => {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (faults.currentPassword || faults.newPassword)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [faults]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFaults({});
    try {
      await callRoute(changePassword, { body: { currentPassword: current, newPassword: next } });
      setCurrent('');
      setNext('');
      showToast({
        title: 'Password changed',
        description: 'Your other devices are signed out.',
        tone: 'success',
      });
      void invalidatePrefix(listSessions.path);
    } catch (failure) {
      setFaults(faultsOf(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} className="grid gap-4">
      {faults.form && (
        <Notice tone="error" alert>
          {faults.form}
        </Notice>
      )}
      <Field label="Current password" error={faults.currentPassword}>
        <TextInput
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
      </Field>
      <Field label="New password" error={faults.newPassword} hint={`At least ${MIN_PASSWORD} characters`}>
        <TextInput
          type="password"
          autoComplete="new-password"
          value={next}
          onChange={(event) => setNext(event.target.value)}
        />
      </Field>
      <Button type="submit" busy={busy} className="justify-self-start">
        Change password
      </Button>
    </form>
  );
};
