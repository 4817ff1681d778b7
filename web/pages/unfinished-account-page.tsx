import { useState } from 'react';
import { useLocation } from 'wouter';
import type { User } from '../../contract/account/auth.ts';
import { ChoosePasswordForm } from '../account/security/choose-password-form.tsx';
import { PasskeysSection } from '../account/security/passkeys-section.tsx';
import { SecondFactorSection } from '../account/security/second-factor-section.tsx';
import { signOut } from '../account/session/session.ts';
import { currentUserQuery, useSessionRenewal } from '../account/session/session-renewal.ts';
import { queryClient } from '../shared/api/query-client.ts';
import { Button } from '../shared/ui/button.tsx';
import { CardPage } from '../shared/ui/card-page.tsx';

/** The server tells the next time it is asked for the user. */
const reloadUser = () => void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });

/** An app, or a passkey: either is enough. */
const AddSecondFactor = () => {
  const [isUsingApp, setUsingApp] = useState(false);
  return (
    <>
      <SecondFactorSection onStart={() => setUsingApp(true)} onDone={reloadUser} />
      {!isUsingApp && (
        <div className="border-t border-line-soft pt-6">
          <PasskeysSection />
        </div>
      )}
    </>
  );
};

const texts = {
  password: {
    title: 'Choose a new password',
    subtitle: 'Your current password was made for you. Choose one that only you know.',
  },
  secondFactor: {
    title: 'Add a second factor',
    subtitle:
      'You can publish to every customer, so your account needs more than a password: an app or a passkey.',
  },
};

/**
 * Shown instead of every signed-in page until an issued password is changed and a required second factor is added; the URL
 * stays.
 */
export const UnfinishedAccountPage = ({ user }: { user: User }) => {
  const [, navigate] = useLocation();
  // Stores the user again when the server says that nothing is missing any more.
  useSessionRenewal();
  const missing = user.mustChangePassword ? 'password' : 'secondFactor';
  return (
    <CardPage
      key={missing}
      {...texts[missing]}
      action={
        <Button variant="quiet" size="s" className="-mr-3" onClick={() => void signOut(navigate)}>
          Log out
        </Button>
      }
    >
      {missing === 'password' ? <ChoosePasswordForm user={user} /> : <AddSecondFactor />}
    </CardPage>
  );
};
