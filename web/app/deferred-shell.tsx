import { useCallback, useEffect } from 'react';
import { useLocation } from 'wouter';
import type { User } from '../../contract/account/auth.ts';
import { useBookmarks } from '../ideas/bookmarks/use-bookmarks.ts';
import { useUnseenIds } from '../ideas/reading/use-unseen.ts';
import { useDocumentEvent } from '../shared/hooks/use-document-event.ts';
import { importWithRetry } from '../shared/loading/import-with-retry.ts';
import { logFailure } from '../shared/log-failure.ts';
import { writeUnseen } from '../shared/pwa/push-memory.ts';
import { OfflineBar } from './offline/offline-bar.tsx';
import { useOfflinePersister } from './offline/offline-persister.ts';

/** Registers the device again on each visit. Loads the code only when the permission is granted. */
const useDeviceReregistration = (userId: string): void => {
  useEffect(() => {
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    importWithRetry(() => import('../notifications/device-push-state.ts'))
      .then(({ checkDevice }) => checkDevice(userId))
      .catch((failure: unknown) => logFailure('push registration', failure));
  }, [userId]);
};

/** Shows the number of unseen ideas on the app icon. The service worker continues counting while no page is open. */
const useAppBadge = (userId: string): void => {
  const { Forex, Crypto } = useUnseenIds(userId);
  const text = Forex && Crypto ? [...Forex, ...Crypto].join(' ') : null;
  const show = useCallback(() => {
    if (text === null) return;
    const ids = text.split(' ').filter(Boolean);
    Promise.all([writeUnseen(ids), navigator.setAppBadge?.(ids.length)]).catch((failure: unknown) =>
      logFailure('app badge', failure),
    );
  }, [text]);
  useEffect(show, [show]);
  // Pushes may have increased the badge meanwhile: correct it when the page becomes visible.
  useDocumentEvent('visibilitychange', () => !document.hidden && show());
};

/** Parts of every signed-in page that load after its content. */
const DeferredShell = ({ user }: { user: User }) => {
  const [location] = useLocation();
  useOfflinePersister(user.id);
  useDeviceReregistration(user.id);
  useAppBadge(user.id);
  // Kept for offline reading, also before a page that shows them was opened.
  useBookmarks();
  return <OfflineBar location={location} />;
};

export default DeferredShell;
