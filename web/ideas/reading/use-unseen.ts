import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { type Market, markets } from '../../../contract/ideas/markets.ts';
import { useSignedInUser } from '../../account/session/current-user.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { activeIdeasQuery, selectActiveIds } from '../idea-lists.ts';
import { findUnseenIds } from './reading-state.ts';
import { markFirstLoad, useReading } from './reading-store.ts';
import { useReadingSync } from './use-reading-sync.ts';

/**
 * Mounted once on a customer's pages: keeps both markets current and marks their first load as seen, unless the account has
 * loaded them on another device.
 */
export const SeenTracking = () => {
  const { id: userId } = useSignedInUser();
  const isAccountKnown = useReadingSync(userId);
  const forex = useQuery({ ...activeIdeasQuery('Forex'), select: selectActiveIds }).data;
  const crypto = useQuery({ ...activeIdeasQuery('Crypto'), select: selectActiveIds }).data;
  // What is published while the account's state is loaded is new.
  const firstLoad = useRef<Partial<Record<Market, string[]>>>({});
  useEffect(() => {
    firstLoad.current = {
      ...(forex && { Forex: forex }),
      ...(crypto && { Crypto: crypto }),
      ...firstLoad.current,
    };
    if (!isAccountKnown) return;
    for (const market of markets) {
      const ids = firstLoad.current[market];
      if (ids) markFirstLoad(userId, market, ids);
    }
  }, [userId, isAccountKnown, forex, crypto]);
  return null;
};

/** Kept current by `SeenTracking`: badges do not fetch. Undefined until loaded. */
const useKnownIds = (market: Market) =>
  useQuery({ ...activeIdeasQuery(market), select: selectActiveIds, enabled: false }).data;

/** The ids of a person's unseen ideas by market; undefined until the market is loaded. Equal in all tabs. */
export const useUnseenIds = (userId: string) => {
  const forex = useKnownIds('Forex');
  const crypto = useKnownIds('Crypto');
  const reading = useReading(userId);
  const [settings] = useStored(storageKeys.notificationSettings(userId));
  return useMemo(
    () => ({
      Forex: forex && findUnseenIds(reading, 'Forex', forex, settings.Forex),
      Crypto: crypto && findUnseenIds(reading, 'Crypto', crypto, settings.Crypto),
    }),
    [reading, forex, crypto, settings],
  );
};

/** SPEC §4's badge counts, per market and in total. */
export const useUnseenCounts = () => {
  const ids = useUnseenIds(useSignedInUser().id);
  const [Forex, Crypto] = [ids.Forex?.length ?? 0, ids.Crypto?.length ?? 0];
  return { Forex, Crypto, total: Forex + Crypto };
};

/** The ids of all ideas this person has seen. */
export const useSeenIds = (): ReadonlySet<string> => {
  const { ideas } = useReading(useSignedInUser().id);
  return useMemo(() => new Set(ideas.keys()), [ideas]);
};
