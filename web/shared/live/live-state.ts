import { useSyncExternalStore } from 'react';

/** SPEC §4: connected when subscribed, not connected otherwise. */
export type LiveState = 'connected' | 'not connected';

let state: LiveState = 'not connected';
const listeners = new Set<() => void>();

export const setLiveState = (next: LiveState): void => {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
};

export const liveState = (): LiveState => state;

export const onLiveState = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useLiveState = (): LiveState => useSyncExternalStore(onLiveState, liveState);
