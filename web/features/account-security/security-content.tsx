import { useState } from 'react';
import { useLocation } from 'wouter';
import { endAllSessions } from '../../../contract/account.ts';
import { endSession } from '../../entities/session/session.ts';
import { ApiError, callRoute } from '../../shared/api/api-request.ts';
import { Button } from '../../shared/ui/button.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { ConfirmPasswordForm } from './confirm-password-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { DeviceList, type RunConfirmed } from './session-list.tsx';

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

/** The sessions of this account, "Log out everywhere" and the password form. */
const DevicesContent = () => {
  /** What was pressed and waits for the password. */
  const [pending, setPending] = useState<(() => Promise<unknown>) | null>(null);
  const runConfirmed: RunConfirmed = async (action) => {
    setPending(null);
    try {
      await action();
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'REAUTHENTICATION_REQUIRED')
        setPending(() => action);
      else showToast({ title: 'Error', description: (failure as Error).message, tone: 'error' });
    }
  };
  return (
    <div className="grid gap-8">
      <section>
        <DeviceList runConfirmed={runConfirmed} />
        {pending && (
          <ConfirmPasswordForm
            onConfirmed={() => void runConfirmed(pending)}
            onCancel={() => setPending(null)}
          />
        )}
        <div className="mt-4">
          <SignOutEverywhere runConfirmed={runConfirmed} />
        </div>
      </section>
      <section className="border-t border-line-soft pt-6">
        <h3 className="mb-4 text-lg">Password</h3>
        <PasswordForm />
      </section>
    </div>
  );
};

export default DevicesContent;
