import { useState } from 'react';
import { changePassword, listSessions, MIN_PASSWORD } from '../../../contract/account.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { invalidatePrefix } from '../../shared/api/query-client.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { FormError } from '../../shared/ui/notice.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { usePasswordSubmit } from './use-password-submit.ts';

/** Changes the password, which ends all other sessions. */
export const PasswordForm = () => {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const { form, errors, busy, onSubmit } = usePasswordSubmit(changePassword, async () => {
    await callRoute(changePassword, { body: { currentPassword: current, newPassword: next } });
    setCurrent('');
    setNext('');
    showToast({
      title: 'Password changed',
      description: 'Your other devices are signed out.',
      tone: 'success',
    });
    void invalidatePrefix(listSessions.path);
  });
  return (
    <form ref={form} onSubmit={onSubmit} className="grid gap-4">
      <FormError>{errors.form}</FormError>
      <Field label="Current password" error={errors.currentPassword}>
        <TextInput
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
      </Field>
      <Field label="New password" error={errors.newPassword} hint={`At least ${MIN_PASSWORD} characters`}>
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
