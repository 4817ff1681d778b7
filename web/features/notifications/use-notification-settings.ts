import { useCallback, useEffect, useState } from 'react';
import type { Market } from '../../../contract/markets.ts';
import { useSignedInUser } from '../../entities/session/current-user.ts';
import { retryWithBackoff } from '../../shared/api/retry-with-backoff.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { sendSettings, storeSettings, syncSettings } from './save-settings.ts';

/** The markets with notifications: stored on this device at once, on the server when it can be reached. */
export const useNotificationSettings = () => {
  const { id } = useSignedInUser();
  const [settings] = useStored(storageKeys.notificationSettings(id));
  const [unsent] = useStored(storageKeys.notificationSettingsUnsent(id));
  const [state, setState] = useState({ sending: false, failed: false });

  const run = useCallback(
    async (call: (userId: string) => Promise<void>) => {
      setState(({ failed }) => ({ sending: true, failed }));
      try {
        await call(id);
        setState({ sending: false, failed: false });
      } catch (failure) {
        setState({ sending: false, failed: true });
        throw failure;
      }
    },
    [id],
  );
  const runOnce = useCallback(
    // The call has logged the failure; the dialog shows a notice.
    (call: (userId: string) => Promise<void>) => void run(call).catch(() => undefined),
    [run],
  );
  useEffect(() => {
    runOnce(syncSettings);
    const onOnline = () => runOnce(syncSettings);
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [runOnce]);
  useEffect(() => {
    if (!unsent) return;
    const controller = new AbortController();
    void retryWithBackoff(() => run(sendSettings), controller.signal);
    return () => controller.abort();
  }, [unsent, run]);

  return {
    settings,
    setMarket: (market: Market, on: boolean) => {
      storeSettings(id, { ...settings, [market]: on });
      runOnce(sendSettings);
    },
    /** A request failed and settings are still unsent. */
    waiting: unsent && state.failed,
    sending: state.sending,
    retry: () => runOnce(sendSettings),
  };
};

export type NotificationSettings = ReturnType<typeof useNotificationSettings>;
