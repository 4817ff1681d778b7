import { useMutation, useQuery } from '@tanstack/react-query';
import type { User } from '../../../contract/account/auth.ts';
import { getUserProfile } from '../../../contract/account/profiles.ts';
import { routeUrl } from '../../../contract/shared/route.ts';
import { ApiError } from '../../shared/api/api-request.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { type LocalProfile, storageKeys } from '../../shared/storage/storage-keys.ts';
import { createDefaultProfile } from './profile-model.ts';
import { loadProfile, saveLocally, sendProfile } from './profile-sync.ts';

/** Why the server refused it. Null while it cannot be reached or cannot work: "Saved on this device" says enough then. */
const describeFailure = (failure: Error | null): string | null =>
  failure instanceof ApiError && failure.status >= 400 && failure.status < 500 ? failure.message : null;

/** `offline`: saved on this device only. `refused`: the server rejected it, see `error`. */
type SendResult = 'sent' | 'offline' | 'refused';

/** The signed-in user's profile: saved on this device first (SPEC §3), then sent. */
export const useProfile = (user: User) => {
  const [saved] = useStored(storageKeys.localProfile(user.id));
  const [unsent] = useStored(storageKeys.profileUnsent(user.id));
  const isUnsent = unsent.length > 0;
  useQuery({
    queryKey: [routeUrl(getUserProfile, { userId: user.id })],
    queryFn: ({ signal }) => loadProfile(user, signal),
    enabled: !isUnsent,
  });
  const sending = useMutation({ mutationFn: () => sendProfile(user.id) });
  const send = (): Promise<SendResult> =>
    sending.mutateAsync().then(
      () => 'sent',
      // Already logged by the API client.
      (failure) => (describeFailure(failure) === null ? 'offline' : 'refused'),
    );
  const localProfile = saved ?? createDefaultProfile(user);
  // Without an unsent picture, the account's is shown: another device may have changed it.
  const profile = unsent.includes('profile_image')
    ? localProfile
    : { ...localProfile, profileImage: user.profileImage };
  return {
    profile,
    isUnsent,
    busy: sending.isPending,
    error: describeFailure(sending.error),
    save: (next: LocalProfile) => {
      saveLocally(profile, next);
      return send();
    },
    send,
  };
};

export type OwnProfile = ReturnType<typeof useProfile>;
