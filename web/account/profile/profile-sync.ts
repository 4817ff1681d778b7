import { type User, user } from '../../../contract/account/auth.ts';
import {
  createUserProfile,
  deleteProfileImage,
  getUserProfile,
  listPublicProfiles,
  putProfileImage,
  type UserChanges,
  updateCurrentUser,
  updateUserProfile,
} from '../../../contract/account/profiles.ts';
import { listEducators } from '../../../contract/educators/educators.ts';
import { ApiError, apiRequest, callRoute } from '../../shared/api/api-request.ts';
import { invalidatePrefix } from '../../shared/api/query-client.ts';
import { readStored, removeStored, writeStored } from '../../shared/storage/local-store.ts';
import { storeUser } from '../../shared/storage/session-store.ts';
import { type LocalProfile, storageKeys } from '../../shared/storage/storage-keys.ts';
import { applyServerProfile, createDefaultProfile, formatName, toProfileFields } from './profile-model.ts';

/** What has to be sent, by the server's names. */
const toSent = (profile: LocalProfile) => ({
  ...toProfileFields(profile),
  profile_image: profile.profileImage,
});
type Sent = ReturnType<typeof toSent>;

/** Saves on this device (SPEC §3), and notes which fields `sendProfile` has to send. */
export const saveLocally = (before: LocalProfile, next: LocalProfile): void => {
  const [old, now] = [toSent(before), toSent(next)];
  const changed = (Object.keys(now) as (keyof Sent)[]).filter((name) => now[name] !== old[name]);
  const unsent = storageKeys.profileUnsent(next.userId);
  writeStored(unsent, [...new Set([...readStored(unsent), ...changed])]);
  writeStored(storageKeys.localProfile(next.userId), { ...next, updatedAt: new Date().toISOString() });
};

const isMissing = (failure: unknown): boolean => failure instanceof ApiError && failure.code === 'PGRST116';

/** Loads the server's profile into the browser's storage, where it can be read offline. */
export const loadProfile = async (owner: User, signal: AbortSignal): Promise<true> => {
  const key = storageKeys.localProfile(owner.id);
  const before = readStored(key);
  try {
    const loaded = await callRoute(getUserProfile, { params: { userId: owner.id } }, { signal });
    // What was saved here meanwhile is newer.
    if (readStored(key) === before)
      writeStored(key, applyServerProfile(before ?? createDefaultProfile(owner), loaded));
  } catch (failure) {
    if (!isMissing(failure)) throw failure;
  }
  return true;
};

/** Each part of a profile is sent by its own call, if it was changed. Returns what that changed of the account. */
type Send = (local: LocalProfile, changes: Partial<Sent>) => Promise<Partial<User> | undefined>;

const sendFields: Send = async (local, { profile_image: _, ...body }) => {
  if (Object.keys(body).length === 0) return undefined;
  const params = { userId: local.userId };
  try {
    await callRoute(updateUserProfile, { params, body });
  } catch (failure) {
    if (!isMissing(failure)) throw failure;
    await callRoute(createUserProfile, { params, body: toProfileFields(local) });
  }
  return undefined;
};

/** Name and specialty as other people see them (SPEC §7). */
const sendAccount: Send = async (local, changes) => {
  const isRenamed = 'first_name' in changes || 'last_name' in changes || 'display_name' in changes;
  const name = formatName(local);
  const body: UserChanges = {
    ...(isRenamed && name && { full_name: name }),
    ...('specialty' in changes && { specialty: changes.specialty || null }),
  };
  return Object.keys(body).length > 0 ? callRoute(updateCurrentUser, { body }) : undefined;
};

const sendPicture: Send = async (_local, { profile_image: picture }) => {
  if (picture === undefined) return undefined;
  if (picture === null) {
    await callRoute(deleteProfileImage, {});
    return { profileImage: null };
  }
  const form = new FormData();
  form.append('file', toBlob(picture), 'portrait.jpg');
  return user.parse(await apiRequest(putProfileImage.method, putProfileImage.path, form));
};

/** Decodes the data URL by hand, because the content security policy forbids fetching it. */
const toBlob = (dataUrl: string): Blob => {
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (char) => char.charCodeAt(0));
  return new Blob([bytes], { type: 'image/jpeg' });
};

const sendChanges = async (userId: string): Promise<void> => {
  const [key, unsentKey] = [storageKeys.localProfile(userId), storageKeys.profileUnsent(userId)];
  const [local, unsent] = [readStored(key), readStored(unsentKey)];
  if (!local || unsent.length === 0) return;
  const changes: Partial<Sent> = Object.fromEntries(
    Object.entries(toSent(local)).filter(([name]) => unsent.includes(name)),
  );
  /** Null once this person has signed out: a call would change the account of whoever signed in since. */
  const readAccount = () => {
    const account = readStored(storageKeys.currentUser);
    return account?.id === userId ? account : null;
  };
  // The picture last, so that a rejected one does not block the rest.
  for (const send of [sendFields, sendAccount, sendPicture]) {
    if (!readAccount()) return;
    const changed = await send(local, changes);
    const account = readAccount();
    if (!account) return;
    if (changed) storeUser({ ...account, ...changed });
  }
  for (const { path } of [listEducators, listPublicProfiles]) void invalidatePrefix(path);
  // What was saved meanwhile is sent next.
  if (readStored(key) !== local) return;
  writeStored(key, { ...local, profileImage: readAccount()?.profileImage ?? null });
  removeStored(unsentKey);
};

let last: Promise<void> = Promise.resolve();

/**
 * Sends what was saved on this device. Throws ApiError; the changes then stay marked as unsent. One at a time: an earlier save
 * must not arrive after a later one.
 */
export const sendProfile = (userId: string): Promise<void> => {
  last = last.catch(() => undefined).then(() => sendChanges(userId));
  return last;
};
