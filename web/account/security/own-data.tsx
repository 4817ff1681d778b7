import { useState } from 'react';
import { useLocation } from 'wouter';
import { deleteOwnAccount, exportOwnData } from '../../../contract/account/own-data.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { saveFile } from '../../shared/storage/save-file.ts';
import { Button } from '../../shared/ui/button.tsx';
import { focusOnMount } from '../../shared/ui/focus-region.ts';
import { showToast } from '../../shared/ui/toast.ts';
import { useSignedInUser } from '../session/current-user.ts';
import { endSession } from '../session/session.ts';
import { ConfirmedButton } from './confirmed-button.tsx';
import { useRunConfirmed } from './use-run-confirmed.tsx';

const saveOwnData = async () => {
  const data = await callRoute(exportOwnData, {});
  const content = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  saveFile('my-data.json', content);
};

const AccountDeletion = ({ onKeep }: { onKeep: () => void }) => {
  const [, navigate] = useLocation();
  const { runConfirmed, confirmForm } = useRunConfirmed();
  const deleteAccount = async () => {
    await endSession(navigate, () => callRoute(deleteOwnAccount, {}));
    showToast({ title: 'Account deleted' });
  };
  return (
    <section
      ref={focusOnMount}
      tabIndex={-1}
      aria-label="Delete account"
      className="grid gap-3 rounded-control border border-line-soft p-4"
    >
      <p className="text-pretty">
        Your account, bookmarks, notes and settings are deleted for good. This can't be undone.
      </p>
      <div className="flex flex-wrap gap-2">
        <ConfirmedButton variant="negative" runConfirmed={runConfirmed} action={deleteAccount}>
          Delete for good
        </ConfirmedButton>
        <Button variant="quiet" onClick={onKeep}>
          Keep account
        </Button>
      </div>
      {confirmForm}
    </section>
  );
};

/** A customer's data: a file with all of it, and the end of the account. */
const CustomerData = () => {
  const { runConfirmed, confirmForm } = useRunConfirmed();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <ConfirmedButton runConfirmed={runConfirmed} action={saveOwnData}>
          Download my data
        </ConfirmedButton>
        {!isAsking && (
          <Button variant="negative" onClick={() => setAsking(true)}>
            Delete account
          </Button>
        )}
      </div>
      {confirmForm}
      {isAsking && <AccountDeletion onKeep={() => setAsking(false)} />}
    </div>
  );
};

export const OwnData = () =>
  useSignedInUser().role === 'customer' ? (
    <CustomerData />
  ) : (
    <p className="text-pretty text-muted">
      Customers rely on what you published, so only the operator can export or close an educator's account.
    </p>
  );
