import type { User } from '../../../contract/auth.ts';
import { type ProfileFields, profileFields } from '../../../contract/profiles.ts';
import { readStored, writeStored } from '../../shared/storage/local-store.ts';
import { type LocalProfile, type ProfileSync, storageKeys } from '../../shared/storage/storage-keys.ts';
import { areFieldsEqual, type OverruledValue } from './merge-profiles.ts';
import { createDefaultProfile, toProfileFields } from './profile-model.ts';

export const readLocalProfile = (user: User): LocalProfile =>
  readStored(storageKeys.localProfile(user.id)) ?? createDefaultProfile(user);

/** Changed parts that are sent apart from the profile's fields. */
export type UnsentParts = Partial<Pick<ProfileSync, 'imageUnsent' | 'accountUnsent'>>;

/** Saves on this device (SPEC §3), and marks unsent parts. */
export const saveLocally = (profile: LocalProfile, unsent: UnsentParts): void => {
  const { userId } = profile;
  updateSyncState(userId, () => unsent);
  // First, so that listeners of the profile already see the flag.
  writeStored(storageKeys.profileUnsent(userId), true);
  writeStored(storageKeys.localProfile(userId), profile);
};

export const updateSyncState = (
  userId: string,
  change: (sync: ProfileSync) => Partial<ProfileSync>,
): void => {
  const sync = readStored(storageKeys.profileSync(userId));
  writeStored(storageKeys.profileSync(userId), { ...sync, ...change(sync) });
};

/** The fields at the last sync, the base of the three-way merge; before the first sync, the default profile. */
export const readSyncedFields = (user: User): ProfileFields => {
  const { agreed } = readStored(storageKeys.profileSync(user.id));
  const parsed = profileFields.safeParse(agreed);
  return parsed.success ? parsed.data : toProfileFields(createDefaultProfile(user));
};

/** Stores the merge base. Overruled values are stored until the user dismisses them. */
export const storeSyncedFields = (
  userId: string,
  synced: ProfileFields,
  overruled: readonly OverruledValue[],
): void =>
  updateSyncState(userId, (sync) => ({
    agreed: synced,
    overruled: [
      ...sync.overruled.filter(({ field }) => !overruled.some((one) => one.field === field)),
      ...overruled,
    ],
  }));

export const dismissOverruled = (userId: string): void => updateSyncState(userId, () => ({ overruled: [] }));

/** Recomputes whether this device has unsent changes. */
export const refreshUnsent = (user: User): void => {
  const { imageUnsent, accountUnsent } = readStored(storageKeys.profileSync(user.id));
  const isSynced = areFieldsEqual(toProfileFields(readLocalProfile(user)), readSyncedFields(user));
  writeStored(storageKeys.profileUnsent(user.id), imageUnsent || accountUnsent || !isSynced);
};
