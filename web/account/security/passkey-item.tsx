import { useState } from 'react';
import {
  MAX_PASSKEY_NAME,
  type Passkey,
  removePasskey,
  renamePasskey,
} from '../../../contract/account/passkeys.ts';
import { callRoute, isNotFound } from '../../shared/api/api-request.ts';
import { useRelativeTime } from '../../shared/hooks/use-relative-time.ts';
import { useSubmit } from '../../shared/hooks/use-submit.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { focusOnMount } from '../../shared/ui/focus-region.ts';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { reloadPasskeys } from './passkeys-query.ts';
import type { RunConfirmed } from './use-run-confirmed.tsx';

const RenameForm = ({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) => {
  const [name, setName] = useState(passkey.name);
  const { form, errors, busy, onSubmit } = useSubmit(async () => {
    await callRoute(renamePasskey, { params: { id: passkey.id }, body: { name } });
    await reloadPasskeys();
    onDone();
  });
  return (
    <form ref={form} className="grid w-full gap-3" onSubmit={onSubmit}>
      <Field label="Name of the passkey" error={errors.name ?? errors.form}>
        <TextInput
          ref={focusOnMount}
          required
          maxLength={MAX_PASSKEY_NAME}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          Save
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
};

const PasskeyDates = ({ passkey }: { passkey: Passkey }) => {
  const added = useRelativeTime(passkey.createdAt);
  const used = useRelativeTime(passkey.lastUsedAt ?? passkey.createdAt);
  return (
    <p className="text-sm text-muted">
      Added {added} · {passkey.lastUsedAt ? `Last used ${used}` : 'Not used yet'} ·{' '}
      {passkey.backedUp ? 'Synced' : 'This device only'}
    </p>
  );
};

/** A passkey of this account, with its actions. */
export const PasskeyItem = ({ passkey, runConfirmed }: { passkey: Passkey; runConfirmed: RunConfirmed }) => {
  const [isRenamed, setRenamed] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setAsking(false);
    setBusy(true);
    await runConfirmed(async () => {
      await callRoute(removePasskey, { params: { id: passkey.id } }).catch((failure: unknown) => {
        // Another device has removed it.
        if (!isNotFound(failure)) throw failure;
      });
      await reloadPasskeys();
    });
    setBusy(false);
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      {isRenamed ? (
        <RenameForm passkey={passkey} onDone={() => setRenamed(false)} />
      ) : (
        <>
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">
              <bdi>{passkey.name}</bdi>
            </p>
            <PasskeyDates passkey={passkey} />
          </div>
          <div className="flex gap-2">
            <Button size="s" aria-label={`Rename ${passkey.name}`} onClick={() => setRenamed(true)}>
              Rename
            </Button>
            <Button
              size="s"
              busy={busy}
              aria-label={`Remove ${passkey.name}`}
              onClick={() => setAsking(true)}
            >
              Remove
            </Button>
          </div>
        </>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Remove this passkey?"
        description={`You can't sign in with "${passkey.name}" any more. Delete it in your password manager too.`}
        confirmLabel="Remove"
        onConfirm={() => void remove()}
      />
    </li>
  );
};
