import { useState } from 'react';
import { useLocation } from 'wouter';
import { PasskeysSection } from '../account/security/passkeys-section.tsx';
import { SecondFactorSection } from '../account/security/second-factor-section.tsx';
import { signOut } from '../account/session/session.ts';
import { currentUserQuery, useSessionRenewal } from '../account/session/session-renewal.ts';
import { queryClient } from '../shared/api/query-client.ts';
import { Button } from '../shared/ui/button.tsx';
import { CardPage } from '../shared/ui/card-page.tsx';

/** The server tells the next time it is asked for the user. */
const reloadUser = () => void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });

/** Shown instead of every signed-in page until a required second factor is added: an app, or a passkey. The URL stays. */
export const UnfinishedAccountPage = () => {
  const [, navigate] = useLocation();
  const [isUsingApp, setUsingApp] = useState(false);
  // Stores the user again when the server says that nothing is missing any more.
  useSessionRenewal();
  return (
    <CardPage
      title="Add a second factor"
      subtitle="You can publish to every customer, so your account needs more than a password: an app or a passkey."
      action={
        <Button variant="quiet" size="s" className="-mr-3" onClick={() => void signOut(navigate)}>
          Log out
        </Button>
      }
    >
      <SecondFactorSection onStart={() => setUsingApp(true)} onDone={reloadUser} />
      {!isUsingApp && (
        <div className="border-t border-line-soft pt-6">
          <PasskeysSection />
        </div>
      )}
    </CardPage>
  );
};
