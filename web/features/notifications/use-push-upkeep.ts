import { useEffect } from 'react';
import { logFailure } from '../../shared/log-failure.ts';

/** Registers a device that is on again at each visit. Its code comes only where the browser has said yes. */
export const usePushUpkeep = (userId: string): void => {
  useEffect(() => {
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    import('./device-push-state.ts')
      .then(({ checkDevice }) => checkDevice(userId))
      .catch((failure: unknown) => logFailure('push upkeep', failure));
  }, [userId]);
};
