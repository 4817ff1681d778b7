import { useState } from 'react';
import { changePassword } from '../../../contract/account/account.ts';
import type { User } from '../../../contract/account/auth.ts';
import { ApiError, callRoute } from '../../shared/api/api-request.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { useSubmit } from '../../shared/hooks/use-submit.ts';
import { storeUser } from '../../shared/storage/session-store.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { NewPasswordField } from '../../shared/ui/new-password-field.tsx';
import { FormError } from '../../shared/ui/notice.tsx';
import { PasswordInput } from '../../shared/ui/password-input.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { currentUserQuery } from '../session/session-renewal.ts';

/** Replaces an issued password. The server asks for the current one unless the sign-in was a few minutes ago. */
export const ChoosePasswordForm = ({ user }: { user: User }) => {
  const [asksCurrent, setAsksCurrent] = useState(false);
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const { form, errors, busy, onSubmit } = useSubmit(async () => {
    try {
      await callRoute(changePassword, {
        body: { ...(asksCurrent && { currentPassword: current }), newPassword: next },
      });
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'REAUTHENTICATION_REQUIRED') setAsksCurrent(true);
      throw failure;
    }
    showToast({
      title: 'Password changed',
      description: 'Use it the next time you sign in.',
      tone: 'success',
    });
    await queryClient.cancelQueries({ queryKey: currentUserQuery.queryKey });
    storeUser({ ...user, mustChangePassword: false });
  });
  return (
    <form ref={form} onSubmit={onSubmit} className="grid gap-4">
      <FormError>{errors.form}</FormError>
      {asksCurrent && (
        <Field label="Current password" error={errors.currentPassword} hint="The one you were given">
          <PasswordInput
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        </Field>
      )}
      <NewPasswordField value={next} onChange={setNext} error={errors.newPassword} owner={user} />
      <Button type="submit" variant="primary" size="l" wide busy={busy}>
        Save and continue
      </Button>
    </form>
  );
};
