import type { User } from '../../../contract/auth.ts';
import { listEducators } from '../../../contract/educators.ts';
import type { UserChanges, UserProfile } from '../../../contract/profiles.ts';
import { invalidatePrefix } from '../../shared/api/query-client.ts';
import { readStored, writeStored } from '../../shared/storage/local-store.ts';
import { storeUser } from '../../shared/storage/session-store.ts';
import {
  type LocalProfile,
  type ProfileSync,
  storageKeys,
  UNSAVED_VERSION,
} from '../../shared/storage/storage-keys.ts';
import { fetchProfile, removeImage, saveProfile, updateAccount, uploadImage } from './profile-calls.ts';
import {
  applyServerProfile,
  areFieldsEqual,
  createDefaultProfile,
  formatName,
  toProfileFields,
} from './profile-model.ts';

const readLocalProfile = (user: User): LocalProfile =>
  readStored(storageKeys.localProfile(user.id)) ?? createDefaultProfile(user);

/** Saves on this device (SPEC §3), and marks the parts that are sent apart from the profile's fields. */
export const saveLocally = (
  profile: LocalProfile,
  unsent: Partial<Pick<ProfileSync, 'imageUnsent' | 'accountUnsent'>>,
): void => {
  const { userId } = profile;
  updateSyncState(userId, unsent);
  // First, so that listeners of the profile already see the flag.
  writeStored(storageKeys.profileUnsent(userId), true);
  writeStored(storageKeys.localProfile(userId), profile);
};

export const updateSyncState = (userId: string, changes: Partial<ProfileSync>): void => {
  const key = storageKeys.profileSync(userId);
  writeStored(key, { ...readStored(key), ...changes });
};

/** Recomputes whether this device has unsent changes. */
const refreshUnsent = (user: User): void => {
  const { imageUnsent, accountUnsent, version } = readStored(storageKeys.profileSync(user.id));
  const isEdited = readLocalProfile(user).updatedAt !== version;
  writeStored(storageKeys.profileUnsent(user.id), imageUnsent || accountUnsent || isEdited);
};

/** Attempts to save; each one starts from the server's newest profile. */
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

/**
 * The account that is signed in, or null once this person has signed out. Another user may have signed in meanwhile, and
 * calls would change their account.
 */
const readAccount = ({ id }: User): User | null => {
  const account = readStored(storageKeys.currentUser);
  return account?.id === id ? account : null;
};

const runSync = async (user: User): Promise<void> => {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) if (await syncFields(user)) break;
  await syncAccount(user);
  // Last, so that a rejected picture does not block the rest.
  await syncImage(user);
};

/**
 * The later edit wins as a whole. An edit made before this device had ever read the server's profile loses, because it
 * started from an empty one. Returns false if another device or a local edit interfered, so that it must be repeated.
 */
const syncFields = async (user: User): Promise<boolean> => {
  if (!readAccount(user)) return true;
  const remote = await fetchProfile(user.id);
  if (!readAccount(user)) return true;
  const local = readLocalProfile(user);
  const { version } = readStored(storageKeys.profileSync(user.id));
  const isUnsent = readStored(storageKeys.profileUnsent(user.id)) && local.updatedAt !== version;
  if (!isUnsent) {
    if (remote) return storeServerProfile(user, remote, local.updatedAt);
    updateSyncState(user.id, { version: UNSAVED_VERSION });
    return true;
  }
  const fields = toProfileFields(local);
  const isConflict = remote !== null && remote.updated_at !== version && !areFieldsEqual(fields, remote);
  const isServerNewer = isConflict && (version === null || remote.updated_at >= local.updatedAt);
  const saved = isServerNewer
    ? remote
    : await saveProfile(user.id, { ...fields, updated_at: local.updatedAt }, remote);
  if (!readAccount(user)) return true;
  if (!saved) return false;
  if (isConflict) updateSyncState(user.id, { hasConflict: true });
  return storeServerProfile(user, saved, local.updatedAt);
};

/** Stores the server's profile locally. Returns false if there was a local edit since `sentAt`, which must be sent first. */
const storeServerProfile = (user: User, saved: UserProfile, sentAt: string): boolean => {
  updateSyncState(user.id, { version: saved.updated_at });
  const now = readLocalProfile(user);
  if (now.updatedAt !== sentAt) return false;
  writeStored(storageKeys.localProfile(user.id), applyServerProfile(now, saved));
  refreshUnsent(user);
  return true;
};

/** The last upload wins. */
const syncImage = async (user: User): Promise<void> => {
  const { imageUnsent } = readStored(storageKeys.profileSync(user.id));
  if (!imageUnsent || !readAccount(user)) return;
  const { profileImage } = readLocalProfile(user);
  const changed = profileImage ? await uploadImage(profileImage) : await removeImage();
  const account = readAccount(user);
  const now = readLocalProfile(user);
  // Another picture was chosen meanwhile and is still unsent.
  if (!account || now.profileImage !== profileImage) return;
  updateSyncState(user.id, { imageUnsent: false });
  writeStored(storageKeys.localProfile(user.id), { ...now, profileImage: changed.profileImage });
  refreshUnsent(user);
  storeUser({ ...account, ...changed });
  await invalidatePrefix(listEducators.path);
};

/** Updates the account's name and specialty, which other users see (SPEC §7), if they were changed on this device. */
const syncAccount = async (user: User): Promise<void> => {
  const account = readAccount(user);
  if (!account || !readStored(storageKeys.profileSync(user.id)).accountUnsent) return;
  const profile = readLocalProfile(user);
  const changes: UserChanges = {};
  const name = formatName(profile).trim();
  if (name && name !== account.fullName) changes.full_name = name;
  if (profile.specialty !== createDefaultProfile(account).specialty)
    changes.specialty = profile.specialty || null;
  if (Object.keys(changes).length > 0) {
    const changed = await updateAccount(changes);
    if (!readAccount(user)) return;
    storeUser(changed);
    await invalidatePrefix(listEducators.path);
  }
  updateSyncState(user.id, { accountUnsent: false });
  refreshUnsent(user);
};
