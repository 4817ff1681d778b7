import { useCallback, useEffect, useState } from 'react';
import type { User } from '../../../contract/auth.ts';
import { ApiError } from '../../shared/api/api-request.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { type LocalProfile, storageKeys, UNSAVED_VERSION } from '../../shared/storage/storage-keys.ts';
import { areFieldsEqual, createDefaultProfile, formatName, toProfileFields } from './profile-model.ts';
import { saveLocally, syncProfile } from './profile-sync.ts';

/** `offline`: saved on this device only. `refused`: the server rejected it, see `error`. */
type SyncResult = 'sent' | 'offline' | 'refused';

/** Null for a network failure: "Saved on this device" is shown instead. */
const describeFailure = (failure: unknown): string | null =>
  failure instanceof ApiError && failure.code !== 'NETWORK' ? failure.message : null;

/** Syncs on mount, when the network returns and when the page becomes visible. */
const useAutoSync = (user: User) => {
  const [state, setState] = useState<{ busy: boolean; error: string | null }>({ busy: false, error: null });
  const sync = useCallback(async (): Promise<SyncResult> => {
    setState(({ error }) => ({ busy: true, error }));
    try {
      await syncProfile(user);
      setState({ busy: false, error: null });
      return 'sent';
    } catch (failure) {
      // Already logged by the API client.
      const error = describeFailure(failure);
      setState({ busy: false, error });
      return error === null ? 'offline' : 'refused';
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

/** The signed-in user's profile: stored locally first (SPEC §3), synced with the server (DESIGN §14). */
export const useProfile = (user: User) => {
  const [saved] = useStored(storageKeys.localProfile(user.id));
  const [{ imageUnsent, hasConflict }] = useStored(storageKeys.profileSync(user.id));
  const [unsent] = useStored(storageKeys.profileUnsent(user.id));
  const { busy, error, sync } = useAutoSync(user);
  const localProfile = saved ?? createDefaultProfile(user);
  // Without an unsent picture, the account's is shown: another device may have changed it.
  const profile = imageUnsent ? localProfile : { ...localProfile, profileImage: user.profileImage };

  const save = (next: LocalProfile) => {
    // A new picture alone must not replace what another device wrote.
    const isEdited =
      localProfile.updatedAt === UNSAVED_VERSION ||
      !areFieldsEqual(toProfileFields(next), toProfileFields(localProfile));
    const later = Math.max(Date.now(), Date.parse(localProfile.updatedAt) + 1);
    const isRenamed = formatName(next) !== formatName(profile) || next.specialty !== profile.specialty;
    saveLocally(
      { ...next, updatedAt: isEdited ? new Date(later).toISOString() : localProfile.updatedAt },
      {
        ...(next.profileImage !== profile.profileImage && { imageUnsent: true }),
        ...(isRenamed && { accountUnsent: true }),
      },
    );
    return sync();
  };
  return { profile, unsent, busy, error, hasConflict, save, sync };
};

export type OwnProfile = ReturnType<typeof useProfile>;
