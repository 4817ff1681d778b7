import { subscribeStored } from './local-store.ts';
import { storageKeys } from './storage-keys.ts';

const listeners = new Set<() => void>();

/** Registers a cleanup for in-memory data of the signed-in person. */
export const onSessionReset = (listener: () => void): void => {
  listeners.add(listener);
};

/** Runs all cleanups: on the login pages (SPEC §2) and when the session changes, in any tab. */
export const clearCachedData = (): void => {
  for (const listener of listeners) listener();
};

subscribeStored(storageKeys.sessionToken, clearCachedData);
