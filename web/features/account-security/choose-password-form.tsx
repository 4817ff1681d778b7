import { useState } from 'react';
import { changePassword, MIN_PASSWORD } from '../../../contract/account.ts';
import type { User } from '../../../contract/auth.ts';
import { currentUserQuery } from '../../entities/session/session-renewal.ts';
import { ApiError, callRoute } from '../../shared/api/api-request.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { FormError } from '../../shared/ui/notice.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { usePasswordSubmit } from './use-password-submit.ts';

/** Replaces an issued password. The server asks for the current one unless the sign-in was a few minutes ago. */
export const ChoosePasswordForm = ({ user }: { user: User }) => {
  const [asksCurrent, setAsksCurrent] = useState(false);
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isShown, setShown] = useState(false);
  const { form, errors, busy, onSubmit } = usePasswordSubmit(changePassword, async () => {
    try {
      await callRoute(changePassword, {
        body: { ...(asksCurrent && { currentPassword: current }), newPassword: next },
      });
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'REAUTHENTICATION_REQUIRED') setAsksCurrent(true);
      // The response to an earlier attempt may have been lost: then the server no longer asks for a new password.
      void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      throw failure;
    }
    showToast({
      title: 'Password changed',
      description: 'Use it the next time you sign in.',
      tone: 'success',
    });
    await queryClient.cancelQueries({ queryKey: currentUserQuery.queryKey });
    queryClient.setQueryData(currentUserQuery.queryKey, { ...user, mustChangePassword: false });
  });
  const type = isShown ? 'text' : 'password';
  return (
    <form ref={form} onSubmit={onSubmit} className="grid gap-4">
      <FormError>{errors.form}</FormError>
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      {asksCurrent && (
        <Field label="Current password" error={errors.currentPassword} hint="The one you were given">
          <TextInput
            type={type}
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        </Field>
      )}
      <Field
        label="New password"
        error={errors.newPassword}
        hint={`At least ${MIN_PASSWORD} characters. Use several unrelated words, without your name or email.`}
      >
        <TextInput
          type={type}
          autoComplete="new-password"
          autoCapitalize="none"
          spellCheck={false}
          value={next}
          onChange={(event) => setNext(event.target.value)}
        />
      </Field>
      <label className="flex min-h-11 items-center gap-3 justify-self-start text-sm text-muted">
        <input
          type="checkbox"
          className="size-5 accent-accent"
          checked={isShown}
          onChange={(event) => setShown(event.target.checked)}
        />
        Show password
      </label>
      <Button type="submit" variant="primary" size="l" wide busy={busy}>
        Save and continue
      </Button>
    </form>
  );
};
