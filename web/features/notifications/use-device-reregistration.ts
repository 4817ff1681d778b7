import { useEffect } from 'react';
import { importWithRetry } from '../../shared/loading/import-with-retry.ts';
import { logFailure } from '../../shared/log-failure.ts';

/** Registers the device again on each visit. Loads the code only when the permission is granted. */
export const useDeviceReregistration = (userId: string): void => {
  useEffect(() => {
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    importWithRetry(() => import('./device-push-state.ts'))
      .then(({ checkDevice }) => checkDevice(userId))
      .catch((failure: unknown) => logFailure('push registration', failure));
  }, [userId]);
};
