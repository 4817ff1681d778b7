import { useEffect } from 'react';
import type { User } from '../../contract/auth.ts';
import { useStored } from '../lib/local-store.ts';
import { stored } from '../lib/stored-keys.ts';

/** Its code comes only where a profile waits, and never while there is no network to bring it. */
const send = async (user: User): Promise<void> => {
  const { syncProfile } = await import('../features/profiles/profile-sync.ts');
  await syncProfile(user);
};

/** A profile saved offline is sent when the network returns, whichever screen one is on. */
export const useUnsentProfile = (user: User): void => {
  const [unsent] = useStored(stored.profileUnsent(user.id));
  useEffect(() => {
    if (!unsent) return;
    const attempt = () => {
      // A failed call has been logged where it happened; the mark stays, and so does the next attempt.
      if (navigator.onLine) send(user).catch(() => undefined);
    };
    attempt();
    window.addEventListener('online', attempt);
    return () => window.removeEventListener('online', attempt);
  }, [unsent, user]);
};
