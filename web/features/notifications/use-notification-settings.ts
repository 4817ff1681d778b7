import { useCallback, useEffect, useState } from 'react';
import type { Market } from '../../../contract/markets.ts';
import type { NotificationPreferences } from '../../../contract/notifications.ts';
import { useSignedInUser } from '../../entities/session/current-user.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { keepSettings, sendSettings, syncSettings } from './save-settings.ts';

export type NotificationSettings = {
  settings: NotificationPreferences;
  choose: (market: Market, on: boolean) => void;
  /** The last attempt to reach the server failed, and a choice still waits for it. */
  waiting: boolean;
  sending: boolean;
  retry: () => void;
};

/** The markets this person is notified of: on this device at once, on the server as soon as it can be reached. */
export const useNotificationSettings = (): NotificationSettings => {
  const { id } = useSignedInUser();
  const [settings] = useStored(storageKeys.notificationSettings(id));
  const [unsent] = useStored(storageKeys.notificationSettingsUnsent(id));
  const [attempt, setAttempt] = useState<'resting' | 'sending' | 'failed'>('resting');

  const run = useCallback(
    (call: (userId: string) => Promise<void>) => {
      setAttempt('sending');
      call(id).then(
        () => setAttempt('resting'),
        // Logged where it happened; the dialog says what it means.
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
    choose: (market, on) => {
      keepSettings(id, { ...settings, [market]: on });
      run(sendSettings);
    },
    waiting: unsent && attempt === 'failed',
    sending: attempt === 'sending',
    retry: () => run(sendSettings),
  };
};
