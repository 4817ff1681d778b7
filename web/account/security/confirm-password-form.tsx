import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { confirmPassword } from '../../../contract/account/account.ts';
import { confirmPasskey, passkeyConfirmOptions } from '../../../contract/account/passkeys.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { usePasskeySupport } from '../../shared/api/config.ts';
import { useSubmit } from '../../shared/hooks/use-submit.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { focusOnMount } from '../../shared/ui/focus-region.ts';
import { FormError } from '../../shared/ui/notice.tsx';
import { PasswordInput } from '../../shared/ui/password-input.tsx';
import { useSignedInUser } from '../session/current-user.ts';
import { askForPasskey } from '../session/passkey-prompts.ts';
import { passkeysQuery } from './passkeys-query.ts';

/** Asks for the password or a passkey again before a sensitive change. */
export const ConfirmPasswordForm = ({
  onConfirmed,
  onCancel,
}: {
  onConfirmed: () => void;
  onCancel: () => void;
}) => {
  const hasPassword = useSignedInUser().hasPassword !== false;
  const [password, setPassword] = useState('');
  const { form, errors, busy, onSubmit } = useSubmit(async () => {
    await callRoute(confirmPassword, { body: { password } });
    confirm();
  });
  const confirm = () => {
    // Cancelled while the answer was awaited: the form is gone, and what it asked for must not happen.
    if (form.current) onConfirmed();
  };
  const isSupported = usePasskeySupport();
  const { data: passkeys } = useQuery({ ...passkeysQuery, enabled: isSupported });
  const hasPasskey = isSupported && passkeys !== undefined && passkeys.length > 0;
  const byPasskey = useMutation({
    mutationFn: async () => {
      const response = await askForPasskey(await callRoute(passkeyConfirmOptions, {}));
      if (!response) return;
      await callRoute(confirmPasskey, { body: { response } });
      confirm();
    },
  });
  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      className="mt-3 grid gap-4 rounded-control border border-line-soft p-4"
    >
      <FormError>{errors.form ?? byPasskey.error?.message}</FormError>
      {hasPassword ? (
        <Field
          label="Confirm your password"
          error={errors.password}
          hint="This change needs your password once more."
        >
          <PasswordInput
            ref={focusOnMount}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      ) : (
        <p ref={focusOnMount} tabIndex={-1} className="text-sm text-muted outline-none">
          This change needs your passkey once more.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {hasPassword && (
          <Button type="submit" variant="primary" busy={busy}>
            Confirm
          </Button>
        )}
        {hasPasskey && (
          <Button busy={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
            Use a passkey
          </Button>
        )}
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
};
