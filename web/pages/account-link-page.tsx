import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Role } from '../../contract/account/auth.ts';
import { EmailChangeForm } from '../account/links/email-change-form.tsx';
import { ForgottenPasswordForm } from '../account/links/forgotten-password-form.tsx';
import { InvitationForm } from '../account/links/invitation-form.tsx';
import { NotMeForm } from '../account/links/not-me-form.tsx';
import { type PasswordReset, ResetPasswordForm } from '../account/links/reset-password-form.tsx';
import { getHomePath, storeTypedLogin, takeTypedLogin } from '../account/session/session.ts';
import { useStaffPath } from '../shared/api/config.ts';
import { paths } from '../shared/paths.ts';
import { ButtonLink } from '../shared/ui/button.tsx';
import { CardPage } from '../shared/ui/card-page.tsx';
import { focusOnMount } from '../shared/ui/focus-region.ts';
import { Icon } from '../shared/ui/icon.tsx';
import { showToast } from '../shared/ui/toast.ts';

const Invitation = () => {
  const [, navigate] = useLocation();
  return (
    <InvitationForm
      onAccepted={(user) => {
        navigate(getHomePath(user), { replace: true });
        showToast({
          title: `Welcome, ${user.firstName}!`,
          description: 'Your account is ready.',
          tone: 'success',
        });
      }}
    />
  );
};

/** What was done, and where to go on. */
const Done = ({
  href = paths.home,
  label = 'Continue',
  children,
}: {
  href?: string;
  label?: string;
  children: ReactNode;
}) => (
  <div ref={focusOnMount} tabIndex={-1} className="grid gap-4 outline-none">
    <p className="text-pretty text-muted">{children}</p>
    <ButtonLink href={href} variant="primary" size="l" wide>
      {label}
    </ButtonLink>
  </div>
);

/** Not a toast on the login: visiting it clears toasts with all cached data. */
const ResetPassword = ({ onDone }: { onDone: () => void }) => {
  const [done, setDone] = useState<PasswordReset | null>(null);
  const staffPath = useStaffPath();
  if (!done)
    return (
      <ResetPasswordForm
        onReset={(reset) => {
          storeTypedLogin({ email: reset.email, password: '' });
          setDone(reset);
          onDone();
        }}
      />
    );
  return (
    <Done href={done.role === 'educator' ? staffPath : paths.customerLogin} label="Go to login">
      Sign in with your new password. All devices of this account were logged out.
      {done.passkeys > 0 &&
        ` Passkeys that still sign in: ${done.passkeys}. Remove those you don't know in Security.`}
    </Done>
  );
};

const EmailChange = ({ onDone }: { onDone: () => void }) => {
  const [email, setEmail] = useState<string | null>(null);
  if (email === null)
    return (
      <EmailChangeForm
        onChanged={(changed) => {
          storeTypedLogin({ email: changed, password: '' });
          setEmail(changed);
          onDone();
        }}
      />
    );
  return (
    <Done>
      Sign in with <span className="wrap-anywhere">{email}</span> from now on.
    </Done>
  );
};

/** Leads customers to the page of a link that resets the password. */
const NotMe = ({ onDone }: { onDone: () => void }) => {
  const [, navigate] = useLocation();
  const [isLocked, setLocked] = useState(false);
  if (isLocked) return <Done>All devices are logged out. Ask your operator to invite you again.</Done>;
  return (
    <NotMeForm
      onSecured={({ resetToken }) => {
        if (resetToken !== null) return navigate(`${paths.resetPassword}#${resetToken}`, { replace: true });
        setLocked(true);
        onDone();
      }}
    />
  );
};

const ForgottenPassword = ({ selectedRole }: { selectedRole: Role }) => {
  const [email, setEmail] = useState<string>();
  // Not while rendering: the login hands over what was typed when it leaves.
  useEffect(() => setEmail(takeTypedLogin().email), []);
  return email !== undefined && <ForgottenPasswordForm initialEmail={email} selectedRole={selectedRole} />;
};

const titles = {
  [paths.invitation]: 'Set up your account',
  [paths.resetPassword]: 'Choose a new password',
  [paths.confirmEmail]: 'Confirm your email',
  [paths.notMe]: 'Secure your account',
  [paths.forgotPassword]: 'Forgot your password?',
};
const doneTitles = {
  [paths.resetPassword]: 'Password changed',
  [paths.confirmEmail]: 'Email changed',
  [paths.notMe]: 'Account locked',
};

/** The pages that links of mails lead to, and the one that asks for such a mail. */
export const AccountLinkPage = ({ path }: { path: keyof typeof titles }) => {
  const [doneTitle, setDoneTitle] = useState<string | null>(null);
  const staffPath = useStaffPath();
  const search = useSearch();
  // Set by the link on the educator login.
  const selectedRole = search === 'educator' ? 'educator' : 'customer';
  return (
    <CardPage
      title={doneTitle ?? titles[path]}
      action={
        <ButtonLink
          href={selectedRole === 'educator' ? staffPath : paths.customerLogin}
          variant="quiet"
          size="s"
          className="-mr-3"
        >
          <Icon name="left" size={18} />
          Login
        </ButtonLink>
      }
    >
      {path === paths.invitation && <Invitation />}
      {path === paths.resetPassword && <ResetPassword onDone={() => setDoneTitle(doneTitles[path])} />}
      {path === paths.confirmEmail && <EmailChange onDone={() => setDoneTitle(doneTitles[path])} />}
      {path === paths.notMe && <NotMe onDone={() => setDoneTitle(doneTitles[path])} />}
      {path === paths.forgotPassword && <ForgottenPassword selectedRole={selectedRole} />}
    </CardPage>
  );
};
