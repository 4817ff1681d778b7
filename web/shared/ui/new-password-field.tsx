import { MIN_PASSWORD } from '../../../contract/account/account.ts';
import type { User } from '../../../contract/account/auth.ts';
import { Field } from './field.tsx';
import { Icon } from './icon.tsx';
import { PasswordInput } from './password-input.tsx';

type Owner = Pick<User, 'email' | 'firstName' | 'lastName'>;

/** Short words are part of too many others. */
const MIN_WORD = 4;

const hasOwnWord = (password: string, { email, firstName, lastName }: Owner): boolean => {
  const words = `${email} ${firstName} ${lastName}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.some((word) => word.length >= MIN_WORD && password.toLowerCase().includes(word));
};

const Rule = ({ met, children }: { met: boolean; children: string }) => (
  <p className={`flex items-center gap-1.5 ${met ? 'text-positive' : ''}`}>
    <Icon name={met ? 'check' : 'minus'} size={16} />
    {children}
    {met && <span className="sr-only">(done)</span>}
  </p>
);

/** A new password, with what the server asks of it. Whether it is easy to guess is known only after sending it. */
export const NewPasswordField = ({
  label = 'New password',
  value,
  onChange,
  error,
  owner,
}: {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  error: string | null | undefined;
  owner: Owner;
}) => (
  <Field
    label={label}
    error={error}
    hint="Use several unrelated words. A password manager makes and remembers them for you."
  >
    {/* Tells password managers whose password this is. */}
    <input type="text" name="username" autoComplete="username" value={owner.email} readOnly hidden />
    <PasswordInput
      autoComplete="new-password"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
    <div className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      <Rule met={value.length >= MIN_PASSWORD}>{`At least ${MIN_PASSWORD} characters`}</Rule>
      <Rule met={value !== '' && !hasOwnWord(value, owner)}>Without your name or email</Rule>
    </div>
  </Field>
);
