import type { User } from '../../../contract/auth.ts';
import { listEducators } from '../../../contract/educators.ts';
import type { ProfileFields, UserChanges, UserProfile } from '../../../contract/profiles.ts';
import { invalidatePrefix } from '../../shared/api/query-client.ts';
import { readStored, writeStored } from '../../shared/storage/local-store.ts';
import { storeUser } from '../../shared/storage/session-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { mergeProfiles, type Overruled, sameFields } from './merge-profiles.ts';
import { changeAccount, fetchProfile, removeImage, sendImage, storeProfile } from './profile-calls.ts';
import { emptyProfile, fieldsOf, nameOf, withFields } from './profile-model.ts';
import { agreedFields, changeSync, noteAgreed, readProfile, refreshUnsent } from './profile-store.ts';

/** Each round begins with what the server holds then; this many faster devices in a row do not happen. */
const MOST_ROUNDS = 5;

const underWay = new Map<string, Promise<void>>();

/**
 * Syncs the local profile with the server (DESIGN §14). Without unsent changes it takes over the server's. Throws
 * ApiError; local changes then stay marked as unsent. Runs once at a time per user.
 */
export const syncProfile = (user: User): Promise<void> => {
  const running = underWay.get(user.id);
  // What was saved while the last steps of a run were under way needs another.
  if (running)
    return running.then(() =>
      readStored(storageKeys.profileUnsent(user.id)) ? syncProfile(user) : undefined,
    );
  const started = runSync(user).finally(() => underWay.delete(user.id));
  underWay.set(user.id, started);
  return started;
};

const runSync = async (user: User): Promise<void> => {
  for (let round = 0; round < MOST_ROUNDS; round++) if (await syncFields(user)) break;
  await syncAccount(user);
  // Last: a picture that is refused holds up nothing else.
  await syncImage(user);
};

/** Answers whether both sides agree: not where another device was faster, or something was saved here meanwhile. */
const syncFields = async (user: User): Promise<boolean> => {
  const theirs = await fetchProfile(user.id);
  const mine = readProfile(user);
  const isUnsent = readStored(storageKeys.profileUnsent(user.id));
  if (!isUnsent) {
    if (theirs) settle(user, theirs, mine.updatedAt, []);
    return true;
  }
  const merged = theirs
    ? mergeProfiles(
        agreedFields(user),
        { fields: fieldsOf(mine), updatedAt: mine.updatedAt },
        { fields: columnsOf(theirs), updatedAt: theirs.updated_at },
      )
    : { fields: fieldsOf(mine), overruled: [] };
  const isThere = theirs !== null && sameFields(merged.fields, columnsOf(theirs));
  const kept = isThere
    ? theirs
    : await storeProfile(user.id, { ...merged.fields, updated_at: mine.updatedAt }, theirs);
  return kept !== null && settle(user, kept, mine.updatedAt, merged.overruled);
};

/** Takes over what the server holds now, unless something was saved here since `sentAt`: that is merged next. */
const settle = (user: User, kept: UserProfile, sentAt: string, overruled: readonly Overruled[]): boolean => {
  noteAgreed(user.id, columnsOf(kept), overruled);
  const now = readProfile(user);
  if (now.updatedAt !== sentAt) return false;
  writeStored(storageKeys.localProfile(user.id), withFields(now, columnsOf(kept), kept.updated_at));
  refreshUnsent(user);
  return true;
};

/** A picture is sent whole: the last one to arrive is the one that counts. */
const syncImage = async (user: User): Promise<void> => {
  const { imageUnsent } = readStored(storageKeys.profileSync(user.id));
  if (!imageUnsent) return;
  const { profileImage } = readProfile(user);
  const changed = profileImage ? await sendImage(profileImage) : await withoutImage(user);
  const now = readProfile(user);
  // Another picture was chosen meanwhile: it stays marked.
  if (now.profileImage !== profileImage) return;
  changeSync(user.id, () => ({ imageUnsent: false }));
  writeStored(storageKeys.localProfile(user.id), { ...now, profileImage: changed.profileImage });
  refreshUnsent(user);
  storeUser(changed);
  await invalidatePrefix(listEducators.path);
};

const withoutImage = async (user: User): Promise<User> => {
  await removeImage();
  return { ...(readStored(storageKeys.currentUser) ?? user), profileImage: null };
};

/** The name and specialty under which others see this person (SPEC §7, update users): sent where they were changed here. */
const syncAccount = async (user: User): Promise<void> => {
  if (!readStored(storageKeys.profileSync(user.id)).accountUnsent) return;
  const known = readStored(storageKeys.currentUser) ?? user;
  const profile = readProfile(user);
  const changes: UserChanges = {};
  const name = nameOf(profile).trim();
  if (name && name !== known.fullName) changes.full_name = name;
  if (profile.specialty !== emptyProfile(known).specialty) changes.specialty = profile.specialty || null;
  if (Object.keys(changes).length > 0) {
    storeUser(await changeAccount(changes));
    await invalidatePrefix(listEducators.path);
  }
  changeSync(user.id, () => ({ accountUnsent: false }));
  refreshUnsent(user);
};

const columnsOf = (row: UserProfile): ProfileFields => ({
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
