import { useState } from 'react';
import { changePassword, listSessions } from '../../../contract/account.ts';
import { listActivity } from '../../../contract/own-data.ts';
import { useSignedInUser } from '../../entities/session/current-user.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { invalidatePrefix } from '../../shared/api/query-client.ts';
import { useSubmit } from '../../shared/hooks/use-submit.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { NewPasswordField } from '../../shared/ui/new-password-field.tsx';
import { FormError } from '../../shared/ui/notice.tsx';
import { PasswordInput } from '../../shared/ui/password-input.tsx';
import { showToast } from '../../shared/ui/toast.ts';

/** Changes the password, which ends all other sessions. */
export const PasswordForm = ({ onChanged }: { onChanged: () => void }) => {
  const user = useSignedInUser();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const { form, errors, busy, onSubmit } = useSubmit(changePassword.failure, async () => {
    await callRoute(changePassword, { body: { currentPassword: current, newPassword: next } });
    setCurrent('');
    setNext('');
    showToast({
      title: 'Password changed',
      description: 'Your other devices are signed out.',
      tone: 'success',
    });
    void invalidatePrefix(listSessions.path);
    void invalidatePrefix(listActivity.path);
    onChanged();
  });
  return (
    <form ref={form} onSubmit={onSubmit} className="grid gap-4">
      <FormError>{errors.form}</FormError>
      <Field label="Current password" error={errors.currentPassword}>
        <PasswordInput
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
      </Field>
      <NewPasswordField value={next} onChange={setNext} error={errors.newPassword} owner={user} />
      <Button type="submit" busy={busy} className="justify-self-start">
        Change password
      </Button>
    </form>
  );
};
