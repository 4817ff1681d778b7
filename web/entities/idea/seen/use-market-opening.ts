import { useEffect, useRef } from 'react';
import type { Market } from '../../../../contract/markets.ts';
import { useSignedInUser } from '../../session/current-user.ts';
import { markMarketSeen } from './seen-store.ts';

/** SPEC §4: opening a market marks its ideas seen, once they are there. What arrives later counts until it is shown. */
export const useMarketOpening = (market: Market, ready: boolean): void => {
  const { id } = useSignedInUser();
  const opened = useRef<string>(undefined);
  useEffect(() => {
    const opening = `${id} ${market}`;
    if (!ready || opened.current === opening) return;
    opened.current = opening;
    markMarketSeen(id, market);
  }, [id, market, ready]);
};
