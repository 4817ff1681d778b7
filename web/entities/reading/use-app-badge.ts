import { useEffect, useMemo } from 'react';
import { logFailure } from '../../shared/log-failure.ts';
import { writeUnseen } from '../../shared/pwa/push-memory.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { findUnseenIds } from './seen-ideas.ts';
import { useKnownIds } from './use-unseen.ts';

/**
 * Shows the number of unseen ideas on the app icon. The service worker continues counting while no page is open.
 */
export const useAppBadge = (userId: string): void => {
  const forex = useKnownIds('Forex');
  const crypto = useKnownIds('Crypto');
  const [seen] = useStored(storageKeys.seenIdeas(userId));
  const [settings] = useStored(storageKeys.notificationSettings(userId));
  const text = useMemo(() => {
    if (!forex || !crypto) return null;
    const unseen = [
      ...findUnseenIds(seen, 'Forex', forex, settings.Forex),
      ...findUnseenIds(seen, 'Crypto', crypto, settings.Crypto),
    ];
    return unseen.join(' ');
  }, [forex, crypto, seen, settings]);
  useEffect(() => {
    if (text === null) return;
    const show = () => {
      const ids = text.split(' ').filter(Boolean);
      Promise.all([writeUnseen(ids), navigator.setAppBadge?.(ids.length)]).catch((failure: unknown) =>
        logFailure('app badge', failure),
      );
    };
    // Pushes may have increased the badge meanwhile: correct it when the page becomes visible.
    const onVisible = () => !document.hidden && show();
    show();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [text]);
};
