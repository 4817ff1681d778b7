import { useEffect } from 'react';
import { logFailure } from '../../shared/log-failure.ts';

/** Registers the device again on each visit. Loads the code only when the permission is granted. */
export const useDeviceReregistration = (userId: string): void => {
  useEffect(() => {
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    import('./device-push-state.ts')
      .then(({ checkDevice }) => checkDevice(userId))
      .catch((failure: unknown) => logFailure('push registration', failure));
  }, [userId]);
};
