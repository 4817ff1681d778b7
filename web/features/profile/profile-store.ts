import type { User } from '../../../contract/auth.ts';
import { type ProfileFields, profileFields } from '../../../contract/profiles.ts';
import { readStored, writeStored } from '../../shared/storage/local-store.ts';
import { type LocalProfile, type ProfileSync, storageKeys } from '../../shared/storage/storage-keys.ts';
import { type Overruled, sameFields } from './merge-profiles.ts';
import { emptyProfile, fieldsOf } from './profile-model.ts';

export const readProfile = (user: User): LocalProfile =>
  readStored(storageKeys.localProfile(user.id)) ?? emptyProfile(user);

/** What of a profile is stored apart from its columns, when it was changed. */
export type Unsent = Partial<Pick<ProfileSync, 'imageUnsent' | 'accountUnsent'>>;

/** Saves on this device (SPEC §3), and marks unsent parts. */
export const saveLocally = (profile: LocalProfile, unsent: Unsent): void => {
  const { userId } = profile;
  changeSync(userId, () => unsent);
  // Before the profile: whoever hears of the new profile finds the mark.
  writeStored(storageKeys.profileUnsent(userId), true);
  writeStored(storageKeys.localProfile(userId), profile);
};

export const changeSync = (userId: string, change: (sync: ProfileSync) => Partial<ProfileSync>): void => {
  const sync = readStored(storageKeys.profileSync(userId));
  writeStored(storageKeys.profileSync(userId), { ...sync, ...change(sync) });
};

/** What both sides last agreed on; before they first did, what the account says by itself. */
export const agreedFields = (user: User): ProfileFields => {
  const { agreed } = readStored(storageKeys.profileSync(user.id));
  const known = profileFields.safeParse(agreed);
  return known.success ? known.data : fieldsOf(emptyProfile(user));
};

/** Notes what both sides agree on now. Values that gave way are kept until somebody has seen them. */
export const noteAgreed = (userId: string, agreed: ProfileFields, overruled: readonly Overruled[]): void =>
  changeSync(userId, (sync) => ({
    agreed,
    overruled: [
      ...sync.overruled.filter(({ field }) => !overruled.some((one) => one.field === field)),
      ...overruled,
    ],
  }));

export const dismissOverruled = (userId: string): void => changeSync(userId, () => ({ overruled: [] }));

/** Recomputes whether this device has unsent changes. */
export const refreshUnsent = (user: User): void => {
  const { imageUnsent, accountUnsent } = readStored(storageKeys.profileSync(user.id));
  const isAgreed = sameFields(fieldsOf(readProfile(user)), agreedFields(user));
  writeStored(storageKeys.profileUnsent(user.id), imageUnsent || accountUnsent || !isAgreed);
};
