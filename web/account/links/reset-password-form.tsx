import { useState } from 'react';
import { resetPassword, viewPasswordReset } from '../../../contract/account/account-links.ts';
import type { RouteResponse } from '../../../contract/shared/route.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { useSubmit } from '../../shared/hooks/use-submit.ts';
import { clearSession } from '../../shared/storage/session-store.ts';
import { Button } from '../../shared/ui/button.tsx';
import { NewPasswordField } from '../../shared/ui/new-password-field.tsx';
import { FormError, Notice } from '../../shared/ui/notice.tsx';
import { useCurrentUser } from '../session/current-user.ts';
import { LinkState } from './link-state.tsx';
import { type SendToken, useLink } from './use-link.ts';

export type PasswordReset = RouteResponse<typeof resetPassword>;

const NewPasswordForm = ({
  email,
  sendToken,
  onReset,
}: {
  email: string;
  sendToken: SendToken;
  onReset: (reset: PasswordReset) => void;
}) => {
  const [password, setPassword] = useState('');
  const current = useCurrentUser();
  const { form, errors, busy, onSubmit } = useSubmit(() =>
    sendToken(async (token) => {
      const reset = await callRoute(resetPassword, { body: { token, newPassword: password } });
      // The server has ended this browser's session too, if it was one of this account.
      if (current?.email === reset.email) clearSession();
      onReset(reset);
    }),
  );
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="grid gap-4">
      <p className="text-pretty text-muted">
        For <strong className="font-medium wrap-anywhere text-text">{email}</strong>. All devices of this
        account will be logged out.
      </p>
      {current && current.email !== email && (
        <Notice tone="accent">
          <span className="wrap-anywhere">
            You're signed in as {current.email}. That account and its password don't change.
          </span>
        </Notice>
      )}
      <FormError>{errors.form}</FormError>
      <NewPasswordField
        owner={{ email, firstName: '', lastName: '' }}
        value={password}
        error={errors.newPassword}
        onChange={setPassword}
      />
      <Button type="submit" variant="primary" size="l" wide busy={busy}>
        Change password
      </Button>
    </form>
  );
};

/** Replaces a forgotten password. It does not sign in: a second factor comes after the password. */
export const ResetPasswordForm = ({ onReset }: { onReset: (reset: PasswordReset) => void }) => {
  const link = useLink(viewPasswordReset);
  if (!link.value) return <LinkState link={link} />;
  return (
    <NewPasswordForm key={link.token} email={link.value.email} sendToken={link.sendToken} onReset={onReset} />
  );
};
