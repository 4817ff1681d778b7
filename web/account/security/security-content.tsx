import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { endAllSessions } from '../../../contract/account/account.ts';
import { removePasskey } from '../../../contract/account/passkeys.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { useSignedInUser } from '../session/current-user.ts';
import { endSession } from '../session/session.ts';
import { ActivityList } from './activity-list.tsx';
import { ConfirmedButton } from './confirmed-button.tsx';
import { EmailForm } from './email-form.tsx';
import { OwnData } from './own-data.tsx';
import { passkeysQuery, reloadPasskeys } from './passkeys-query.ts';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionList } from './session-list.tsx';
import { TokensSection } from './tokens-section.tsx';
import { useRunConfirmed } from './use-run-confirmed.tsx';

/** Sessions, password, activity and data of this account. */
const SecurityContent = () => {
  const user = useSignedInUser();
  const [, navigate] = useLocation();
  const { runConfirmed, confirmForm } = useRunConfirmed();
  const [isDisowned, setDisowned] = useState(false);
  const { data: passkeys = [] } = useQuery(passkeysQuery);
  const passwordSection = useRef<HTMLElement>(null);
  /** Ends every session of the account, this one last. */
  const signOutEverywhere = () => endSession(navigate, () => callRoute(endAllSessions, {}));
  const removePasskeys = async () => {
    for (const { id } of passkeys) await callRoute(removePasskey, { params: { id } });
    await reloadPasskeys();
  };
  const askForNewPassword = () => {
    setDisowned(true);
    passwordSection.current?.querySelector('input')?.focus();
  };
  return (
    <div className="grid gap-8">
      <section>
        <h3 className="mb-2 text-lg">Devices</h3>
        <SessionList runConfirmed={runConfirmed} />
        {confirmForm}
        <div className="mt-4">
          <ConfirmedButton variant="negative" runConfirmed={runConfirmed} action={signOutEverywhere}>
            Log out everywhere
          </ConfirmedButton>
        </div>
      </section>
      <section className="border-t border-line-soft pt-6">
        <h3 className="mb-1 text-lg">Email</h3>
        <EmailForm />
      </section>
      <section ref={passwordSection} className="border-t border-line-soft pt-6">
        <h3 className="mb-4 text-lg">Password</h3>
        {isDisowned && (
          <Notice tone="accent" alert className="mb-4">
            Your other devices are logged out. Choose a new password, because somebody else may know this one.
            {passkeys.length > 0 && (
              <>
                {` Passkeys that still sign in: ${passkeys.length}. Remove the ones below that you don't know, or all of them.`}
                <div className="mt-3">
                  <ConfirmedButton size="s" runConfirmed={runConfirmed} action={removePasskeys}>
                    Remove all passkeys
                  </ConfirmedButton>
                </div>
              </>
            )}
          </Notice>
        )}
        <PasswordForm onChanged={() => setDisowned(false)} />
      </section>
      <section className="border-t border-line-soft pt-6">
        <h3 className="mb-1 text-lg">Passkeys</h3>
        <PasskeysSection />
      </section>
      {user.role === 'educator' && (
        <section className="border-t border-line-soft pt-6">
          <h3 className="mb-4 text-lg">Two-factor authentication</h3>
          <SecondFactorSection />
        </section>
      )}
      <section className="border-t border-line-soft pt-6">
        <h3 className="mb-1 text-lg">API tokens and feeds</h3>
        <TokensSection />
      </section>
      <section className="border-t border-line-soft pt-6">
        <h3 className="mb-2 text-lg">Recent activity</h3>
        <ActivityList onDisowned={askForNewPassword} />
      </section>
      <section className="border-t border-line-soft pt-6">
        <h3 className="mb-4 text-lg">Your data</h3>
        <OwnData />
      </section>
    </div>
  );
};

export default SecurityContent;
