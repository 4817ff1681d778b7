import { useState } from 'react';
import { useLocation } from 'wouter';
import { endAllSessions } from '../../../contract/account.ts';
import { endSession } from '../../entities/session/session.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { PasswordForm } from './password-form.tsx';
import { DeviceList } from './session-list.tsx';

/** Ends every session of the account, then this device's. Throws ApiError when the server could not be told. */
const signOutEverywhere = (navigate: (path: string) => void): Promise<void> =>
  endSession(navigate, () => callRoute(endAllSessions, {}));

const SignOutEverywhere = () => {
  const toast = useToast();
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await signOutEverywhere(navigate);
    } catch (failure) {
      // Nobody was signed out: this device stays signed in too, so that it can be tried again.
      toast.show({ title: 'Error', description: (failure as Error).message, tone: 'fall' });
      setBusy(false);
    }
  };
  return (
    <Button variant="fall" busy={busy} onClick={() => void press()}>
      Sign out everywhere
    </Button>
  );
};

/** Where this account is signed in, the way out of all of it, and another password. */
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
