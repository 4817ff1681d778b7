import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { User } from '../../contract/auth.ts';
import { useAppBadge } from '../entities/reading/use-app-badge.ts';
import { useNewIdeaToast } from '../features/notifications/use-new-idea-toast.ts';
import { OfflineBar } from '../features/offline-reading/offline-bar.tsx';
import { useOfflinePersister } from '../features/offline-reading/offline-persister.ts';
import { importWithRetry } from '../shared/loading/import-with-retry.ts';
import { logFailure } from '../shared/log-failure.ts';

/** Registers the device again on each visit. Loads the code only when the permission is granted. */
const useDeviceReregistration = (userId: string): void => {
  useEffect(() => {
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    importWithRetry(() => import('../features/notifications/device-push-state.ts'))
      .then(({ checkDevice }) => checkDevice(userId))
      .catch((failure: unknown) => logFailure('push registration', failure));
  }, [userId]);
};

/** Parts of every signed-in page that load after its content. */
const DeferredShell = ({ user }: { user: User }) => {
  const [location] = useLocation();
  useOfflinePersister(user.id);
  useDeviceReregistration(user.id);
  useNewIdeaToast(user);
  useAppBadge(user.id);
  return <OfflineBar location={location} />;
};

export default DeferredShell;
