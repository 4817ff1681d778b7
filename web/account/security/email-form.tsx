import { type FormEvent, useState } from 'react';
import { changeEmail } from '../../../contract/account/account-links.ts';
import { listActivity } from '../../../contract/account/own-data.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { useConfig } from '../../shared/api/config.ts';
import { invalidatePrefix } from '../../shared/api/query-client.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { useSignedInUser } from '../session/current-user.ts';
import { useRunConfirmed } from './use-run-confirmed.tsx';

/** Changes a customer's address by a link that is sent there. */
const CustomerEmail = () => {
  const { runConfirmed, busy, error, confirmForm } = useRunConfirmed('email');
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);

  const send = async () => {
    await callRoute(changeEmail, { body: { email } });
    setSentTo(email.trim());
    setEmail('');
    void invalidatePrefix(listActivity.path);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSentTo(null);
    void runConfirmed(send);
  };
  return (
    <>
      <form noValidate onSubmit={submit} className="grid gap-4">
        {sentTo && (
          <Notice tone="accent" alert>
            <span className="wrap-anywhere">
              {`If ${sentTo} can be used, we've sent a link there. Your email changes when you open it.`}
            </span>
          </Notice>
        )}
        <Field label="New email" error={error}>
          <TextInput
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Button type="submit" busy={busy} className="justify-self-start">
          Change email
        </Button>
      </form>
      {confirmForm}
    </>
  );
};

export const EmailForm = () => {
  const user = useSignedInUser();
  const config = useConfig();
  const canChange = user.role === 'customer' && config?.mail;
  return (
    <div className="grid gap-4">
      <p className="wrap-anywhere text-muted">
        {user.email}
        {!canChange && '. Only the operator can change it.'}
      </p>
      {canChange && <CustomerEmail />}
    </div>
  );
};
