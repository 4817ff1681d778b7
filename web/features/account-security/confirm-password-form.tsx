import { useState } from 'react';
import { confirmPassword } from '../../../contract/account.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { focusOnMount } from '../../shared/ui/focus-region.ts';
import { FormError } from '../../shared/ui/notice.tsx';
import { PasswordInput } from '../../shared/ui/password-input.tsx';
import { usePasswordSubmit } from './use-password-submit.ts';

/** Asks for the password once more, for what was pressed. */
export const ConfirmPasswordForm = ({
  onConfirmed,
  onCancel,
}: {
  onConfirmed: () => void;
  onCancel: () => void;
}) => {
  const [password, setPassword] = useState('');
  const { form, errors, busy, onSubmit } = usePasswordSubmit(confirmPassword, async () => {
    await callRoute(confirmPassword, { body: { password } });
    onConfirmed();
  });
  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      className="mt-3 grid gap-4 rounded-control border border-line-soft p-4"
    >
      <FormError>{errors.form}</FormError>
      <Field label="Confirm your password" error={errors.password} hint="This needs your password once more.">
        <PasswordInput
          ref={focusOnMount}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          Confirm
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
};
