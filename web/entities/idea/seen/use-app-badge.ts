import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Market } from '../../../../contract/markets.ts';
import { logFailure } from '../../../shared/log-failure.ts';
import { writeUnseen } from '../../../shared/pwa/push-memory.ts';
import { useStored } from '../../../shared/storage/local-store.ts';
import { storageKeys } from '../../../shared/storage/storage-keys.ts';
import { activeIdeasQuery, selectActiveIds } from '../use-ideas.ts';
import { unseenIds } from './seen-ideas.ts';

/** As `SeenTracking` keeps them; undefined while they are not known. */
const useActiveIds = (market: Market) =>
  useQuery({ ...activeIdeasQuery(market), select: selectActiveIds, enabled: false }).data;

/**
 * The figure on the app's icon is the overall badge, where the system shows one. The service worker counts on from it
 * while no page is open.
 */
export const useAppBadge = (userId: string): void => {
  const forex = useActiveIds('Forex');
  const crypto = useActiveIds('Crypto');
  const [seen] = useStored(storageKeys.seenIdeas(userId));
  const [settings] = useStored(storageKeys.notificationSettings(userId));
  const text = useMemo(() => {
    if (!forex || !crypto) return null;
    const unseen = [
      ...unseenIds(seen, 'Forex', forex, settings.Forex),
      ...unseenIds(seen, 'Crypto', crypto, settings.Crypto),
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
    // What pushes have added meanwhile is settled when somebody looks.
    const onVisible = () => !document.hidden && show();
    show();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [text]);
};
