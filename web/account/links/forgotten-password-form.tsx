import { useState } from 'react';
import { requestPasswordReset } from '../../../contract/account/account-links.ts';
import type { Role } from '../../../contract/account/auth.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { loadConfig, useConfigState } from '../../shared/api/config.ts';
import { useSubmit } from '../../shared/hooks/use-submit.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FailedState } from '../../shared/ui/failed-state.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { focusOnMount } from '../../shared/ui/focus-region.ts';
import { FormError } from '../../shared/ui/notice.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { ContactLink, LinkLoading } from './link-state.tsx';

type Props = { initialEmail: string; selectedRole: Role };

const Sent = ({ email, onAgain }: { email: string; onAgain: () => void }) => (
  <div ref={focusOnMount} tabIndex={-1} className="grid gap-4 outline-none">
    <p className="text-pretty">
      If there's an account for <strong className="font-medium wrap-anywhere">{email}</strong>, we've sent a
      link to it. It works for 30 minutes.
    </p>
    <p className="text-pretty text-muted">Nothing there? Check your spam folder, or wait a few minutes.</p>
    <Button onClick={onAgain}>Use another email</Button>
  </div>
);

const RequestForm = ({ initialEmail, selectedRole }: Props) => {
  const [email, setEmail] = useState(initialEmail);
  const [isSent, setSent] = useState(false);
  const { form, errors, busy, onSubmit } = useSubmit(async () => {
    await callRoute(requestPasswordReset, { body: { email: email.trim(), selectedRole } });
    setSent(true);
  });
  if (isSent) return <Sent email={email.trim()} onAgain={() => setSent(false)} />;
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="grid gap-4">
      <p className="text-pretty text-muted">
        Enter your email and we'll send you a link to choose a new one.
      </p>
      <FormError>{errors.form}</FormError>
      <Field label="Email" error={errors.email}>
        <TextInput
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="l" wide busy={busy}>
        Send link
      </Button>
    </form>
  );
};

/** Asks for a mail with a link, or says whom to ask where the server sends no mail. */
export const ForgottenPasswordForm = (props: Props) => {
  const { config, settled } = useConfigState();
  if (!config)
    return settled ? (
      <FailedState message="Check your connection and try again." onRetry={() => void loadConfig()} />
    ) : (
      <LinkLoading />
    );
  if (config.mail) return <RequestForm {...props} />;
  return (
    <>
      <p className="text-pretty text-muted">
        Ask in our group for a link to choose a new one. We'll check that it's you.
      </p>
      <ContactLink>Ask for a link</ContactLink>
    </>
  );
};
