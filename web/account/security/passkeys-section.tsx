import { useQuery } from '@tanstack/react-query';
import { deviceName } from '../../../contract/account/device-name.ts';
import { addPasskey, passkeyRegistrationOptions } from '../../../contract/account/passkeys.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { usePasskeySupport } from '../../shared/api/config.ts';
import { PendingQuery } from '../../shared/ui/pending-query.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { createPasskey } from '../session/passkey-prompts.ts';
import { ConfirmedButton } from './confirmed-button.tsx';
import { PasskeyItem } from './passkey-item.tsx';
import { passkeysQuery, reloadPasskeys } from './passkeys-query.ts';
import { type RunConfirmed, useRunConfirmed } from './use-run-confirmed.tsx';

/** Adds a passkey, named after this device, unless the person cancels. */
const addOwnPasskey = async (): Promise<void> => {
  const response = await createPasskey(await callRoute(passkeyRegistrationOptions, {}));
  if (!response) return;
  await callRoute(addPasskey, { body: { response, name: deviceName(navigator.userAgent) } });
  await reloadPasskeys();
  showToast({ title: 'Passkey added', description: 'Use it the next time you sign in.', tone: 'success' });
};

const PasskeyList = ({ runConfirmed }: { runConfirmed: RunConfirmed }) => {
  const query = useQuery(passkeysQuery);
  const { data } = query;
  if (!data) return <PendingQuery query={query} label="Loading your passkeys" />;
  if (data.length === 0)
    return (
      <p className="text-sm text-muted">
        A passkey lets you sign in with your fingerprint, face or screen lock instead of a password.
      </p>
    );
  return (
    <ul className="divide-y divide-line-soft">
      {data.map((passkey) => (
        <PasskeyItem key={passkey.id} passkey={passkey} runConfirmed={runConfirmed} />
      ))}
    </ul>
  );
};

/** The passkeys of this account: add, rename, remove. */
export const PasskeysSection = () => {
  const isSupported = usePasskeySupport();
  const { runConfirmed, confirmForm } = useRunConfirmed();
  return (
    <div data-focus-region="">
      <PasskeyList runConfirmed={runConfirmed} />
      {confirmForm}
      <div className="mt-4">
        {isSupported ? (
          <ConfirmedButton runConfirmed={runConfirmed} action={addOwnPasskey}>
            Add a passkey
          </ConfirmedButton>
        ) : (
          <p className="text-sm text-muted">
            Passkeys need a secure connection (https), or http://localhost on this computer.
          </p>
        )}
      </div>
    </div>
  );
};
