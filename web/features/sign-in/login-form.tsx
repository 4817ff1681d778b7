import { useLocation, useSearch } from 'wouter';
import type { Role } from '../../../contract/auth.ts';
import { useStaffPath } from '../../shared/api/config.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { carryTyped } from './login-handoff.ts';
import { useHiddenAccess } from './use-hidden-access.ts';
import { useLoginForm } from './use-login-form.ts';

const texts = {
  customer: { email: 'Enter your email', button: 'Sign In', busy: 'Signing In...' },
  educator: { email: 'Enter your authorized email', button: 'Access Educator Portal', busy: 'Signing In...' },
};

/** SPEC §2: five taps on the customer login lead to the educator login, with everything typed so far. */
const useStaffDoor = (role: Role, typed: { email: string; password: string }) => {
  const [, navigate] = useLocation();
  const search = useSearch();
  const staffPath = useStaffPath();
  const open = () => {
    carryTyped(typed);
    showToast({ title: 'Educator Access Unlocked', description: 'Redirecting to educator login...' });
    navigate(search ? `${staffPath}?${search}` : staffPath);
  };
  useHiddenAccess(role === 'customer' ? open : null);
};

/** E-mail and password of either login; SPEC §2's words for each. */
export const LoginForm = ({ selectedRole }: { selectedRole: Role }) => {
  const { form, fields, missing, error, busy, change, submit } = useLoginForm(selectedRole);
  const text = texts[selectedRole];
  useStaffDoor(selectedRole, fields);
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {error && (
        <Notice tone="fall" alert>
          {error}
        </Notice>
      )}
      <Field label="Email" error={missing.email}>
        <TextInput
          name="email"
          required
          placeholder={text.email}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          value={fields.email}
          onChange={(event) => change('email', event.target.value)}
        />
      </Field>
      <Field label="Password" error={missing.password}>
        <TextInput
          name="password"
          type="password"
          required
          placeholder="Enter your password"
          autoComplete="current-password"
          value={fields.password}
          onChange={(event) => change('password', event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="l" wide busy={busy} className="mt-1">
        {busy ? text.busy : text.button}
      </Button>
    </form>
  );
};
