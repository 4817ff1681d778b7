import { useId, useState } from 'react';
import {
  acceptInvitation,
  invitationPasskeyOptions,
  viewInvitation,
} from '../../../contract/account/account-links.ts';
import type { User } from '../../../contract/account/auth.ts';
import { deviceName } from '../../../contract/account/device-name.ts';
import type { RouteInput, RouteResponse } from '../../../contract/shared/route.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { usePasskeySupport } from '../../shared/api/config.ts';
import { useSubmit } from '../../shared/hooks/use-submit.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field, FieldError } from '../../shared/ui/field.tsx';
import { NewPasswordField } from '../../shared/ui/new-password-field.tsx';
import { FormError, Notice } from '../../shared/ui/notice.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { useCurrentUser } from '../session/current-user.ts';
import { createPasskey } from '../session/passkey-prompts.ts';
import { signIn } from '../session/session.ts';
import { LinkState } from './link-state.tsx';
import { type SendToken, useLink } from './use-link.ts';

const Terms = ({
  accepted,
  error,
  onChange,
}: {
  accepted: boolean;
  error: string | undefined;
  onChange: (accepted: boolean) => void;
}) => {
  const errorId = useId();
  return (
    <div className="grid gap-1.5">
      <label className="flex min-h-11 items-center gap-3 text-sm text-muted">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-accent"
          checked={accepted}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>
          I accept the{' '}
          <a href={paths.terms} target="_blank" rel="noopener noreferrer" className="underline">
            Terms of Service
          </a>{' '}
          and the{' '}
          <a href={paths.privacy} target="_blank" rel="noopener noreferrer" className="underline">
            Privacy Policy
          </a>
          .
        </span>
      </label>
      <FieldError id={errorId} error={error} />
    </div>
  );
};

type Invitation = RouteResponse<typeof viewInvitation>;
type Secret = Pick<RouteInput<typeof acceptInvitation>['body'], 'password' | 'passkey'>;

const AcceptForm = ({
  invitation,
  sendToken,
  onAccepted,
}: {
  invitation: Invitation;
  sendToken: SendToken;
  onAccepted: (user: User) => void;
}) => {
  const [firstName, setFirstName] = useState(invitation.firstName);
  const [lastName, setLastName] = useState(invitation.lastName);
  const [password, setPassword] = useState('');
  const [accepted, setAccepted] = useState(false);
  const current = useCurrentUser();
  const isPasskeySupported = usePasskeySupport();
  // The server answers for an unchecked box, together with the other fields.
  const person = { firstName, lastName, acceptTerms: accepted as true };
  const accept = async (token: string, secret: Secret) =>
    onAccepted(
      await signIn((browser) =>
        callRoute(acceptInvitation, { body: { token, ...person, ...secret, ...browser } }),
      ),
    );
  const { form, errors, busy, onSubmit, run } = useSubmit(() =>
    sendToken((token) => accept(token, { password })),
  );
  const acceptWithPasskey = () =>
    sendToken(async (token) => {
      const response = await createPasskey(
        await callRoute(invitationPasskeyOptions, { body: { token, ...person } }),
      );
      if (response) await accept(token, { passkey: { response, name: deviceName(navigator.userAgent) } });
    });
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="grid gap-4">
      <p className="text-muted">
        You've been invited to {invitation.brand} as{' '}
        <strong className="font-medium wrap-anywhere text-text">{invitation.email}</strong>.
      </p>
      {current && (
        <Notice tone="accent">
          <span className="wrap-anywhere">
            You're signed in as {current.email}. Accepting signs you out of that account in this browser.
          </span>
        </Notice>
      )}
      <FormError>{errors.form}</FormError>
      <Field label="First name" error={errors.firstName}>
        <TextInput
          autoComplete="given-name"
          value={firstName}
          onChange={(event) => setFirstName(event.target.value)}
        />
      </Field>
      <Field label="Last name" error={errors.lastName}>
        <TextInput
          autoComplete="family-name"
          value={lastName}
          onChange={(event) => setLastName(event.target.value)}
        />
      </Field>
      <NewPasswordField
        label="Password"
        owner={{ email: invitation.email, firstName, lastName }}
        value={password}
        error={errors.password}
        onChange={setPassword}
      />
      <Terms accepted={accepted} error={errors.acceptTerms} onChange={setAccepted} />
      <Button type="submit" variant="primary" size="l" wide busy={busy}>
        Create account
      </Button>
      {isPasskeySupported && (
        <Button size="l" wide disabled={busy} onClick={() => void run(acceptWithPasskey)}>
          Use a passkey instead of a password
        </Button>
      )}
    </form>
  );
};

/** Lets an invited person choose name and password, and signs them in. */
export const InvitationForm = ({ onAccepted }: { onAccepted: (user: User) => void }) => {
  const link = useLink(viewInvitation);
  if (!link.value) return <LinkState link={link} />;
  return (
    <AcceptForm key={link.token} invitation={link.value} sendToken={link.sendToken} onAccepted={onAccepted} />
  );
};
