import { useState } from 'react';
import type { ApiError } from '../../shared/api/api-request.ts';
import { showToast } from '../../shared/ui/toast.ts';
import { ConfirmPasswordForm } from './confirm-password-form.tsx';

/** Runs an action, after asking for the password or a passkey if the server requires it. Shows a failure. */
export type RunConfirmed = (action: () => Promise<unknown>) => Promise<void>;

/**
 * `confirmForm` is shown near what was pressed, while the action waits for the password. `error` is the server's message for
 * `field`, beside which it is shown.
 */
export const useRunConfirmed = (field = '') => {
  /** What was pressed and waits. */
  const [pending, setPending] = useState<{ action: () => Promise<unknown> } | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const runConfirmed: RunConfirmed = async (action) => {
    setPending(null);
    setError(null);
    setBusy(true);
    try {
      await action();
    } catch (failure) {
      const { code, fields } = failure as Partial<ApiError>;
      if (code === 'REAUTHENTICATION_REQUIRED') setPending({ action });
      else if (fields?.[field]) setError(fields[field]);
      else showToast({ title: 'Error', description: (failure as Error).message, tone: 'error' });
    } finally {
      setBusy(false);
    }
  };
  const confirmForm = pending && (
    <ConfirmPasswordForm
      onConfirmed={() => void runConfirmed(pending.action)}
      onCancel={() => setPending(null)}
    />
  );
  return { runConfirmed, busy, error, confirmForm };
};
