import { useState } from 'react';
import { listAccessTokens } from '../../../contract/account/access-tokens.ts';
import { changePassword, listSessions } from '../../../contract/account/account.ts';
import { listActivity } from '../../../contract/account/own-data.ts';
import { ApiError, callRoute } from '../../shared/api/api-request.ts';
import { invalidatePrefix, queryClient } from '../../shared/api/query-client.ts';
import { useSubmit } from '../../shared/hooks/use-submit.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { NewPasswordField } from '../../shared/ui/new-password-field.tsx';
import { FormError } from '../../shared/ui/notice.tsx';
import { PasswordInput } from '../../shared/ui/password-input.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { useSignedInUser } from '../session/current-user.ts';
import { currentUserQuery } from '../session/session-renewal.ts';
import { ConfirmPasswordForm } from './confirm-password-form.tsx';

/** Changes the password, which ends all other sessions. */
export const PasswordForm = ({ onChanged }: { onChanged: () => void }) => {
  const user = useSignedInUser();
  const hasPassword = user.hasPassword !== false;
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [needsPasskey, setNeedsPasskey] = useState(false);
  const send = async () => {
    try {
      await callRoute(changePassword, {
        body: { ...(hasPassword && { currentPassword: current }), newPassword: next },
      });
    } catch (failure) {
      const isUnconfirmed = failure instanceof ApiError && failure.code === 'REAUTHENTICATION_REQUIRED';
      if (hasPassword || !isUnconfirmed) throw failure;
      return setNeedsPasskey(true);
    }
    setCurrent('');
    setNext('');
    showToast({
      title: hasPassword ? 'Password changed' : 'Password set',
      description: 'Your other devices are logged out.',
      tone: 'success',
    });
    void invalidatePrefix(listSessions.path);
    void invalidatePrefix(listAccessTokens.path);
    void invalidatePrefix(listActivity.path);
    void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    onChanged();
  };
  const { form, errors, busy, onSubmit, run } = useSubmit(send);
  return (
    <>
      <form ref={form} onSubmit={onSubmit} className="grid gap-4">
        <FormError>{errors.form}</FormError>
        {hasPassword ? (
          <Field label="Current password" error={errors.currentPassword}>
            <PasswordInput
              autoComplete="current-password"
              value={current}
              onChange={(event) => setCurrent(event.target.value)}
            />
          </Field>
        ) : (
          <p className="text-sm text-muted">
            You sign in with a passkey. A password lets you in where you don't have it.
          </p>
        )}
        <NewPasswordField value={next} onChange={setNext} error={errors.newPassword} owner={user} />
        <Button type="submit" busy={busy} className="justify-self-start">
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
      </form>
      {needsPasskey && (
        <ConfirmPasswordForm
          onConfirmed={() => {
            setNeedsPasskey(false);
            void run(send);
          }}
          onCancel={() => setNeedsPasskey(false)}
        />
      )}
    </>
  );
};
