import { useEffect } from 'react';
import type { User } from '../../contract/auth.ts';
import { retryWithBackoff } from '../shared/api/retry-with-backoff.ts';
import { useStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';

/** Loaded only when there is an unsent profile. */
const send = async (user: User): Promise<void> => {
  const { syncProfile } = await import('../features/profile/profile-sync.ts');
  await syncProfile(user);
};

/** Retries sending an unsent profile, on whichever page the person is. */
export const useProfileSync = (user: User): void => {
  const [unsent] = useStored(storageKeys.profileUnsent(user.id));
  useEffect(() => {
    if (!unsent) return;
    const over = new AbortController();
    void retryWithBackoff(() => send(user), over.signal);
    return () => over.abort();
  }, [unsent, user]);
};
