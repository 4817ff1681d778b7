import { useState } from 'react';
import { useLocation } from 'wouter';
import { endAllSessions } from '../../../contract/account.ts';
import { endSession } from '../../entities/session/session.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { Button } from '../../shared/ui/button.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { PasswordForm } from './password-form.tsx';
import { DeviceList } from './session-list.tsx';

/** Ends every session of the account, this one last. Throws ApiError when the request failed. */
const signOutEverywhere = (navigate: (path: string) => void): Promise<void> =>
  endSession(navigate, () => callRoute(endAllSessions, {}));

const SignOutEverywhere = () => {
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await signOutEverywhere(navigate);
    } catch (failure) {
      // No session ended, so this one stays too and the user can try again.
      showToast({ title: 'Error', description: (failure as Error).message, tone: 'error' });
      setBusy(false);
    }
  };
  return (
    <Button variant="negative" busy={busy} onClick={() => void press()}>
      Log out everywhere
    </Button>
  );
};

/** The sessions of this account, "Log out everywhere" and the password form. */
const DevicesContent = () => (
  <div className="grid gap-8">
    <section>
      <DeviceList />
      <div className="mt-4">
        <SignOutEverywhere />
      </div>
    </section>
    <section className="border-t border-line-soft pt-6">
      <h3 className="mb-4 text-lg">Password</h3>
      <PasswordForm />
    </section>
  </div>
);

export default DevicesContent;
