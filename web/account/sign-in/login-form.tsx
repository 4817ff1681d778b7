import { useEffect, useEffectEvent } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { HIDDEN_ACCESS_TAPS, HIDDEN_ACCESS_WINDOW_MS, type Role } from '../../../contract/account/auth.ts';
import { usePasskeySupport, useStaffPath } from '../../shared/api/config.ts';
import { lazyPart } from '../../shared/loading/lazy-part.tsx';
import { paths } from '../../shared/paths.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { focusOnMount } from '../../shared/ui/focus-region.ts';
import { FormError } from '../../shared/ui/notice.tsx';
import { PasswordInput } from '../../shared/ui/password-input.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { useLoginForm } from './use-login-form.ts';

/**
 * SPEC §2: five taps or clicks within 3 seconds on the customer login lead to the educator login. The count restarts after
 * 3 seconds, and when it has reached 5.
 */
const useStaffLoginGesture = (role: Role): void => {
  const [, navigate] = useLocation();
  const search = useSearch();
  const staffPath = useStaffPath();
  const open = useEffectEvent(() => {
    if (role !== 'customer') return;
    showToast({ title: 'Educator Access Unlocked', description: 'Redirecting to educator login...' });
    navigate(search ? `${staffPath}?${search}` : staffPath);
  });
  useEffect(() => {
    let taps = 0;
    let reset: ReturnType<typeof setTimeout> | undefined;
    const restart = () => {
      clearTimeout(reset);
      taps = 0;
    };
    const count = (event: PointerEvent) => {
      // Not `click`: a tap on a label causes two clicks (label and input), and Enter causes one without a tap.
      if (!event.isPrimary) return;
      if (taps === 0) reset = setTimeout(restart, HIDDEN_ACCESS_WINDOW_MS);
      taps += 1;
      if (taps < HIDDEN_ACCESS_TAPS) return;
      restart();
      open();
    };
    document.addEventListener('pointerup', count, { capture: true });
    return () => {
      restart();
      document.removeEventListener('pointerup', count, { capture: true });
    };
  }, []);
};

const texts = {
  customer: { email: 'Enter your email', button: 'Sign In', busy: 'Signing In...' },
  educator: { email: 'Enter your authorized email', button: 'Access Educator Portal', busy: 'Signing In...' },
};

const EndedSessionNotice = lazyPart(() => import('./ended-session-notice.tsx'), { kind: 'background' });
/** Deferred: the form must be usable first. */
const PasskeySignIn = lazyPart(() => import('./passkey-sign-in.tsx'), {
  kind: 'deferred',
  fallback: () => <div className="h-11" />,
});

/** The email and password form of both logins (SPEC §2). */
export const LoginForm = ({ selectedRole }: { selectedRole: Role }) => {
  const { form, fields, missing, error, busy, change, submit, code, setCode, setError, complete } =
    useLoginForm(selectedRole);
  const offersPasskeys = usePasskeySupport();
  const [endedSession] = useStored(storageKeys.endedSession);
  const text = texts[selectedRole];
  useStaffLoginGesture(selectedRole);
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
      {endedSession && <EndedSessionNotice selectedRole={selectedRole} />}
      <FormError>{error}</FormError>
      <Field label="Email" error={missing.email}>
        <TextInput
          name="email"
          required
          placeholder={text.email}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          value={fields.email}
          onChange={(event) => change('email', event.target.value)}
        />
      </Field>
      <Field label="Password" error={missing.password}>
        <PasswordInput
          name="password"
          required
          placeholder="Enter your password"
          autoComplete="current-password"
          value={fields.password}
          onChange={(event) => change('password', event.target.value)}
        />
      </Field>
      {code !== null && (
        <Field label="Code" hint="From your authenticator app, or a recovery code">
          <TextInput
            ref={focusOnMount}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
      )}
      <Link
        href={`${paths.forgotPassword}?${selectedRole}`}
        className="quiet-link -my-2 inline-flex min-h-11 items-center justify-self-start text-sm text-muted"
      >
        Forgot password?
      </Link>
      <Button type="submit" variant="primary" size="l" wide busy={busy} className="mt-1">
        {busy ? text.busy : text.button}
      </Button>
      {offersPasskeys && (
        <PasskeySignIn selectedRole={selectedRole} onError={setError} onPasskey={complete} />
      )}
    </form>
  );
};
