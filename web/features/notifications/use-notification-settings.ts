import { useCallback, useEffect, useState } from 'react';
import type { Market } from '../../../contract/markets.ts';
import { useSignedInUser } from '../../entities/session/current-user.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { sendSettings, storeSettings, syncSettings } from './save-settings.ts';

/** The markets with notifications: stored on this device at once, on the server when it can be reached. */
export const useNotificationSettings = () => {
  const { id } = useSignedInUser();
  const [settings] = useStored(storageKeys.notificationSettings(id));
  const [unsent] = useStored(storageKeys.notificationSettingsUnsent(id));
  const [attempt, setAttempt] = useState<'resting' | 'sending' | 'failed'>('resting');

  const run = useCallback(
    (call: (userId: string) => Promise<void>) => {
      setAttempt('sending');
      call(id).then(
        () => setAttempt('resting'),
        // The call has logged the failure; the dialog shows a notice.
        () => setAttempt('failed'),
      );
    },
    [id],
  );
  useEffect(() => {
    run(syncSettings);
    const onOnline = () => run(syncSettings);
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [run]);

  return {
    settings,
    setMarket: (market: Market, on: boolean) => {
      storeSettings(id, { ...settings, [market]: on });
      run(sendSettings);
    },
    /** The last request failed and settings are still unsent. */
    waiting: unsent && attempt === 'failed',
    sending: attempt === 'sending',
    retry: () => run(sendSettings),
  };
};

export type NotificationSettings = ReturnType<typeof useNotificationSettings>;
