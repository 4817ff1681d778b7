import { useSyncExternalStore } from 'react';
import { reachable } from '../../shared/api/connectivity.ts';
import { liveState } from '../../shared/live/live-state.ts';

/** No network, or nothing answers any more: neither the last call nor the live stream. */
export const isOffline = (): boolean =>
  !navigator.onLine || (!reachable.get() && liveState.get() === 'not connected');

export const onOffline = (listener: () => void): (() => void) => {
  const over = new AbortController();
  for (const name of ['online', 'offline']) window.addEventListener(name, listener, { signal: over.signal });
  const stops = [reachable.subscribe(listener), liveState.subscribe(listener)];
  return () => {
    over.abort();
    for (const stop of stops) stop();
  };
};

export const useOffline = (): boolean => useSyncExternalStore(onOffline, isOffline);
