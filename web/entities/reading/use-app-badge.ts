import { useEffect } from 'react';
import { logFailure } from '../../shared/log-failure.ts';
import { writeUnseen } from '../../shared/pwa/push-memory.ts';
import { useUnseenIds } from './use-unseen.ts';

/**
 * Shows the number of unseen ideas on the app icon. The service worker continues counting while no page is open.
 */
export const useAppBadge = (userId: string): void => {
  const { Forex, Crypto } = useUnseenIds(userId);
  const text = Forex && Crypto ? [...Forex, ...Crypto].join(' ') : null;
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
