import { useSyncExternalStore } from 'react';
import { liveState } from '../../live/live-state.ts';
import { reachable } from '../../shared/api/connectivity.ts';

/** No network, or neither the last call nor the live stream reached the server. */
export const isOffline = (): boolean =>
  !navigator.onLine || (!reachable.get() && liveState.get() === 'not connected');

export const onOffline = (listener: () => void): (() => void) => {
  const controller = new AbortController();
  for (const name of ['online', 'offline'])
    window.addEventListener(name, listener, { signal: controller.signal });
  const stops = [reachable.subscribe(listener), liveState.subscribe(listener)];
  return () => {
    controller.abort();
    for (const stop of stops) stop();
  };
};

export const useOffline = (): boolean => useSyncExternalStore(onOffline, isOffline);
