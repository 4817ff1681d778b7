import { useState } from 'react';
import {
  addOperatorPasskey,
  getOperator,
  operatorRegistrationOptions,
  removeOperatorPasskeys,
} from '../../contract/operator/operator-access.ts';
import { createPasskey } from '../account/session/passkey-prompts.ts';
import { usePasskeySupport } from '../shared/api/config.ts';
import { invalidatePrefix } from '../shared/api/query-client.ts';
import { Button } from '../shared/ui/button.tsx';
import { ConfirmDialog } from '../shared/ui/dialog.tsx';
import { showToast } from '../shared/ui/toast.ts';
import { callOperator, useAction } from './operator-session.ts';
import { Card } from './system-tab.tsx';

/** False if the operator cancels. */
const addPasskey = async (): Promise<boolean> => {
  const response = await createPasskey(await callOperator(operatorRegistrationOptions, {}));
  if (response) await callOperator(addOperatorPasskey, { body: { response } });
  return response !== null;
};

const reload = () => void invalidatePrefix(getOperator.path);

/** The passkeys of this operator. */
export const OwnAccess = ({ passkeys }: { passkeys: number }) => {
  const isSupported = usePasskeySupport();
  const [isAsking, setAsking] = useState(false);
  const add = useAction(addPasskey, (isAdded) => {
    reload();
    if (isAdded)
      showToast({ title: 'Passkey added', description: 'No link is needed next time.', tone: 'success' });
  });
  const remove = useAction(
    () => callOperator(removeOperatorPasskeys, {}),
    () => {
      reload();
      setAsking(false);
      showToast({ title: 'Passkeys removed', tone: 'success' });
    },
  );
  return (
    <Card title="Your access">
      <p className="text-sm text-pretty text-muted">
        {passkeys === 0
          ? 'You have no passkey. With one, you need no link to come back.'
          : `Passkeys that open this page in your name: ${passkeys}.`}
        {!isSupported && ' Passkeys need a secure connection (https), or http://localhost on this computer.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        {isSupported && (
          <Button busy={add.isPending} onClick={() => add.mutate()}>
            Add a passkey
          </Button>
        )}
        {passkeys > 0 && <Button onClick={() => setAsking(true)}>Remove passkeys</Button>}
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Remove your passkeys?"
        description="Your other sessions end, and you need a link the next time. Delete them in your password manager too."
        confirmLabel="Remove"
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </Card>
  );
};
