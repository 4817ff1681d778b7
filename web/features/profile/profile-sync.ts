import type { User } from '../../../contract/auth.ts';
import { listEducators } from '../../../contract/educators.ts';
import type { ProfileFields, UserChanges, UserProfile } from '../../../contract/profiles.ts';
import { invalidatePrefix } from '../../shared/api/query-client.ts';
import { readStored, writeStored } from '../../shared/storage/local-store.ts';
import { storeUser } from '../../shared/storage/session-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { areFieldsEqual, mergeProfiles, type OverruledValue } from './merge-profiles.ts';
import { fetchProfile, removeImage, saveProfile, updateAccount, uploadImage } from './profile-calls.ts';
import { applyProfileFields, createDefaultProfile, formatName, toProfileFields } from './profile-model.ts';
import {
  readLocalProfile,
  readSyncedFields,
  refreshUnsent,
  storeSyncedFields,
  updateSyncState,
} from './profile-store.ts';

/** Attempts to save after conflicts; each one merges with the server's newest profile. */
const MAX_ATTEMPTS = 5;

const runningSyncs = new Map<string, Promise<void>>();

/**
 * Syncs the local profile with the server (DESIGN §14). Without unsent changes it takes over the server's. Throws
 * ApiError; local changes then stay marked as unsent. Runs once at a time per user.
 */
export const syncProfile = (user: User): Promise<void> => {
  const running = runningSyncs.get(user.id);
  // A change saved during the last steps of the running sync needs another one.
  if (running)
    return running.then(() =>
      readStored(storageKeys.profileUnsent(user.id)) ? syncProfile(user) : undefined,
    );
  const started = runSync(user).finally(() => runningSyncs.delete(user.id));
  runningSyncs.set(user.id, started);
  return started;
};

const runSync = async (user: User): Promise<void> => {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) if (await syncFields(user)) break;
  await syncAccount(user);
  // Last, so that a rejected picture does not block the rest.
  await syncImage(user);
};

/** Returns false if another device or a local change interfered, so that the merge must be repeated. */
const syncFields = async (user: User): Promise<boolean> => {
  const remote = await fetchProfile(user.id);
  const local = readLocalProfile(user);
  const isUnsent = readStored(storageKeys.profileUnsent(user.id));
  if (!isUnsent) {
    if (remote) applyServerProfile(user, remote, local.updatedAt, []);
    return true;
  }
  const merged = remote
    ? mergeProfiles(
        readSyncedFields(user),
        { fields: toProfileFields(local), updatedAt: local.updatedAt },
        { fields: pickProfileFields(remote), updatedAt: remote.updated_at },
      )
    : { fields: toProfileFields(local), overruled: [] };
  const isUpToDate = remote !== null && areFieldsEqual(merged.fields, pickProfileFields(remote));
  const saved = isUpToDate
    ? remote
    : await saveProfile(user.id, { ...merged.fields, updated_at: local.updatedAt }, remote);
  return saved !== null && applyServerProfile(user, saved, local.updatedAt, merged.overruled);
};

/** Stores the server's profile locally. Returns false if there was a local change since `sentAt`, which must be merged first. */
const applyServerProfile = (
  user: User,
  saved: UserProfile,
  sentAt: string,
  overruled: readonly OverruledValue[],
): boolean => {
  storeSyncedFields(user.id, pickProfileFields(saved), overruled);
  const now = readLocalProfile(user);
  if (now.updatedAt !== sentAt) return false;
  writeStored(
    storageKeys.localProfile(user.id),
    applyProfileFields(now, pickProfileFields(saved), saved.updated_at),
  );
  refreshUnsent(user);
  return true;
};

/** Pictures are not merged: the last upload wins. */
const syncImage = async (user: User): Promise<void> => {
  const { imageUnsent } = readStored(storageKeys.profileSync(user.id));
  if (!imageUnsent) return;
  const { profileImage } = readLocalProfile(user);
  const changed = profileImage ? await uploadImage(profileImage) : await removeServerImage(user);
  const now = readLocalProfile(user);
  // Another picture was chosen meanwhile and is still unsent.
  if (now.profileImage !== profileImage) return;
  updateSyncState(user.id, () => ({ imageUnsent: false }));
  writeStored(storageKeys.localProfile(user.id), { ...now, profileImage: changed.profileImage });
  refreshUnsent(user);
  storeUser(changed);
  await invalidatePrefix(listEducators.path);
};

const removeServerImage = async (user: User): Promise<User> => {
  await removeImage();
  return { ...(readStored(storageKeys.currentUser) ?? user), profileImage: null };
};

/** Updates the account's name and specialty, which other users see (SPEC §7), if they were changed on this device. */
const syncAccount = async (user: User): Promise<void> => {
  if (!readStored(storageKeys.profileSync(user.id)).accountUnsent) return;
  const account = readStored(storageKeys.currentUser) ?? user;
  const profile = readLocalProfile(user);
  const changes: UserChanges = {};
  const name = formatName(profile).trim();
  if (name && name !== account.fullName) changes.full_name = name;
  if (profile.specialty !== createDefaultProfile(account).specialty)
    changes.specialty = profile.specialty || null;
  if (Object.keys(changes).length > 0) {
    storeUser(await updateAccount(changes));
    await invalidatePrefix(listEducators.path);
  }
  updateSyncState(user.id, () => ({ accountUnsent: false }));
  refreshUnsent(user);
};

const pickProfileFields = (row: UserProfile): ProfileFields => ({
  first_name: row.first_name,
  last_name: row.last_name,
  display_name: row.display_name,
  bio: row.bio,
  specialty: row.specialty,
  years_experience: row.years_experience,
  trading_style: row.trading_style,
  timezone: row.timezone,
  is_public: row.is_public,
});
