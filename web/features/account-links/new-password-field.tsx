import { useState } from 'react';
import { MIN_PASSWORD } from '../../../contract/account.ts';
import { Field } from '../../shared/ui/field.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';

/** A new password and its rule. The hidden address tells password managers whose it is. */
export const NewPasswordField = ({
  label,
  email,
  value,
  error,
  onChange,
}: {
  label: string;
  email: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) => {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field
        label={label}
        error={error}
        hint={`At least ${MIN_PASSWORD} characters. Use several unrelated words, without your name or email.`}
      >
        <TextInput
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
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
    </>
  );
};
