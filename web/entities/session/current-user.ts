import { useState } from 'react';
import type { User } from '../../../contract/auth.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';

/** Who is signed in on this browser, or null. Enough to draw a screen; every call still needs a valid token. */
export const useCurrentUser = (): User | null => useStored(storageKeys.currentUser)[0];

/**
 * The same, below a guard that has made sure of it. Where somebody clears the browser's storage under an open page, a
 * part may hear of it before its guard, which is about to take the screen away: until then it is drawn for who it was.
 */
export const useSignedInUser = (): User => {
  const user = useCurrentUser();
  const [first] = useState(user);
  const known = user ?? first;
  if (!known) throw new Error('useSignedInUser was used on a screen without a guard');
  return known;
};
