import { useCallback, useEffect, useState } from 'react';
import type { Market } from '../../../contract/markets.ts';
import { useSignedInUser } from '../../entities/session/current-user.ts';
import { retryWithBackoff } from '../../shared/api/retry-with-backoff.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { sendSettings, storeSetting, syncSettings } from './save-settings.ts';

/** The markets with notifications: stored on this device at once, on the server when it can be reached. */
export const useNotificationSettings = () => {
  const { id } = useSignedInUser();
  const [settings] = useStored(storageKeys.notificationSettings(id));
  const [unsentMarkets] = useStored(storageKeys.notificationSettingsUnsent(id));
  const unsent = unsentMarkets.length > 0;
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
  const sync = useCallback(() => runOnce(syncSettings), [runOnce]);
  useEffect(() => {
    sync();
    window.addEventListener('online', sync);
    return () => window.removeEventListener('online', sync);
  }, [sync]);
  useEffect(() => {
    if (!unsent) return;
    const controller = new AbortController();
    void retryWithBackoff(() => run(sendSettings), controller.signal);
    return () => controller.abort();
  }, [unsent, run]);

  return {
    settings,
    setMarket: (market: Market, on: boolean) => {
      storeSetting(id, market, on);
      runOnce(sendSettings);
    },
    /** A request failed and settings are still unsent. */
    waiting: unsent && state.failed,
    sending: state.sending,
    /** Takes over what another device has chosen. */
    sync,
    retry: () => runOnce(sendSettings),
  };
};

export type NotificationSettings = ReturnType<typeof useNotificationSettings>;
