import type { User } from '../../contract/auth.ts';
import { useStored } from './local-store.ts';
import { stored } from './stored-keys.ts';

/** Who is signed in on this browser, or null. Enough to draw a screen; every call still needs a valid token. */
export const useCurrentUser = (): User | null => useStored(stored.currentUser)[0];

/** The same, below a guard that has made sure of it. */
export const useSignedInUser = (): User => {
  const user = useCurrentUser();
  if (!user) throw new Error('useSignedInUser was used on a screen without a guard');
  return user;
};
