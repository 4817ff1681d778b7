import { createValueStore, useValueStore } from '../shared/value-store.ts';

/** SPEC §4: connected when subscribed, not connected otherwise. */
export type LiveState = 'connected' | 'not connected';

export const liveState = createValueStore<LiveState>('not connected');

export const useLiveState = (): LiveState => useValueStore(liveState);
