import { subscribeStored } from './local-store.ts';
import { storageKeys } from './storage-keys.ts';

const listeners = new Set<() => void>();

/** Registers something that holds a user's data in memory and must not outlive them. */
export const onSessionReset = (listener: () => void): void => {
  listeners.add(listener);
};

/** Empties every cache: on the login screens (SPEC §2) and whenever the session changes, in whichever tab. */
export const clearCachedData = (): void => {
  for (const listener of listeners) listener();
};

subscribeStored(storageKeys.sessionToken, clearCachedData);
