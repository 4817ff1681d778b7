import { useCallback, useEffect, useState } from 'react';
import type { User } from '../../../contract/auth.ts';
import { ApiError } from '../../shared/api/api-request.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { type LocalProfile, type ProfileSync, storageKeys } from '../../shared/storage/storage-keys.ts';
import { emptyProfile, nameOf } from './profile-model.ts';
import { saveLocally } from './profile-store.ts';
import { syncProfile } from './profile-sync.ts';

/** How an attempt to send ended: on the server; on this device, for want of a network; or refused, with a reason. */
export type SyncEnd = 'sent' | 'kept' | 'refused';

export type OwnProfile = {
  profile: LocalProfile;
  /** Something saved here has not reached the server. */
  unsent: boolean;
  busy: boolean;
  /** Why the last try failed; null while offline alone is the reason. */
  fault: string | null;
  overruled: ProfileSync['overruled'];
  save: (profile: LocalProfile) => Promise<SyncEnd>;
  sync: () => Promise<SyncEnd>;
};

/** Whoever cannot reach the server knows it: "saved on this device" says enough. */
const faultOf = (failure: unknown): string | null =>
  failure instanceof ApiError && failure.code !== 'NETWORK' ? failure.message : null;

/** Syncs now, and whenever the network or the reader returns. */
const useSyncing = (user: User) => {
  const [state, setState] = useState<{ busy: boolean; fault: string | null }>({ busy: false, fault: null });
  const sync = useCallback(async (): Promise<SyncEnd> => {
    setState(({ fault }) => ({ busy: true, fault }));
    try {
      await syncProfile(user);
      setState({ busy: false, fault: null });
      return 'sent';
    } catch (failure) {
      // Logged where it happened.
      const fault = faultOf(failure);
      setState({ busy: false, fault });
      return fault === null ? 'kept' : 'refused';
    }
  }, [user]);
  useEffect(() => {
    void sync();
    const onOnline = () => void sync();
    const onVisible = () => void (document.hidden || sync());
    window.addEventListener('online', onOnline);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      window.removeEventListener('online', onOnline);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [sync]);
  return { ...state, sync };
};

/** The own profile: this device's first (SPEC §3), brought together with the server's (DESIGN §14). */
export const useProfile = (user: User): OwnProfile => {
  const [saved] = useStored(storageKeys.localProfile(user.id));
  const [{ imageUnsent, overruled }] = useStored(storageKeys.profileSync(user.id));
  const [unsent] = useStored(storageKeys.profileUnsent(user.id));
  const { busy, fault, sync } = useSyncing(user);
  const held = saved ?? emptyProfile(user);
  // Unless one waits here, the account's picture: another device may have changed it.
  const profile = imageUnsent ? held : { ...held, profileImage: user.profileImage };

  const save = (next: LocalProfile) => {
    const later = Math.max(Date.now(), Date.parse(held.updatedAt) + 1);
    const isRenamed = nameOf(next) !== nameOf(profile) || next.specialty !== profile.specialty;
    saveLocally(
      { ...next, updatedAt: new Date(later).toISOString() },
      {
        ...(next.profileImage !== profile.profileImage && { imageUnsent: true }),
        ...(isRenamed && { accountUnsent: true }),
      },
    );
    return sync();
  };
  return { profile, unsent, busy, fault, overruled, save, sync };
};
