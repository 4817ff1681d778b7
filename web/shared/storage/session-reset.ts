import { subscribeStored } from './local-store.ts';
import { stored } from './storage-keys.ts';

const forgetters = new Set<() => void>();

/** Registers something that holds a user's data in memory and must not outlive them. */
export const onForget = (forget: () => void): void => {
  forgetters.add(forget);
};

/** Empties every cache: on the login screens (SPEC §2) and whenever the session changes, in whichever tab. */
export const forgetCachedData = (): void => {
  for (const forget of forgetters) forget();
};

subscribeStored(stored.sessionToken, forgetCachedData);
