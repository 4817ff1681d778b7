import { useState } from 'react';
import type { User } from '../../../contract/account/auth.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';

/** The user signed in on this browser, or null. Enough to render a page; every call still needs a valid token. */
export const useCurrentUser = (): User | null => useStored(storageKeys.currentUser)[0];

/**
 * The signed-in user below a guard. When the storage of an open page is cleared, a component may render once more before its
 * guard removes it: it gets the last user then.
 */
export const useSignedInUser = (): User => {
  const user = useCurrentUser();
  const [first] = useState(user);
  const known = user ?? first;
  if (!known) throw new Error('useSignedInUser was used on a screen without a guard');
  return known;
};
