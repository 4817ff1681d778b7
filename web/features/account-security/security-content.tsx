import { useState } from 'react';
import { useLocation } from 'wouter';
import { endAllSessions } from '../../../contract/account.ts';
import { endSession } from '../../entities/session/session.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { Button } from '../../shared/ui/button.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordForm } from './password-form.tsx';
import { DeviceList } from './session-list.tsx';
import { type RunConfirmed, useRunConfirmed } from './use-run-confirmed.tsx';

/** Ends every session of the account, this one last. Throws ApiError when the request failed. */
const signOutEverywhere = (navigate: (path: string) => void): Promise<void> =>
  endSession(navigate, () => callRoute(endAllSessions, {}));

const SignOutEverywhere = ({ runConfirmed }: { runConfirmed: RunConfirmed }) => {
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await runConfirmed(() => signOutEverywhere(navigate));
    setBusy(false);
  };
  return (
    <Button variant="negative" busy={busy} onClick={() => void press()}>
      Log out everywhere
    </Button>
  );
};

/** The sessions of this account, "Log out everywhere", the password form and the passkeys. */
const DevicesContent = () => {
  const { runConfirmed, confirmForm } = useRunConfirmed();
  return (
    <div className="grid gap-8">
      <section>
        <DeviceList runConfirmed={runConfirmed} />
        {confirmForm}
        <div className="mt-4">
          <SignOutEverywhere runConfirmed={runConfirmed} />
        </div>
      </section>
      <section className="border-t border-line-soft pt-6">
        <h3 className="mb-4 text-lg">Password</h3>
        <PasswordForm />
      </section>
      <section className="border-t border-line-soft pt-6">
        <h3 className="mb-1 text-lg">Passkeys</h3>
        <PasskeysSection />
      </section>
    </div>
  );
};

export default DevicesContent;
