import type { User } from '../../../contract/account/auth.ts';
import {
  educatorSpecialties,
  type ProfileChanges,
  type ProfileFields,
  type UserChanges,
  type UserProfile,
} from '../../../contract/account/profiles.ts';
import type { Db } from '../../database/connection.ts';
import { assertOwnMedia } from '../../media/media-service.ts';
import { AppError } from '../../shared/app-error.ts';
import { updateUser } from '../users/users-db.ts';
import { assertOwnEducatorName, splitName, toFullName, toUserDto } from '../users/users-service.ts';
import { insertProfile, selectImage, selectProfile, updateProfile } from './profiles-db.ts';

/** Throws PGRST116 if there is none. */
export const findProfile = async (db: Db, userId: string): Promise<UserProfile> => {
  const profile = await selectProfile(db, userId);
  if (!profile) throw new AppError('PGRST116');
  return profile;
};

/** Throws VERSION_CONFLICT if there is a profile. */
export const createProfile = async (
  db: Db,
  now: Date,
  owner: User,
  fields: ProfileFields,
): Promise<UserProfile> => {
  const created = await storeProfile(db, now, owner, fields, insertProfile);
  if (!created) throw new AppError('VERSION_CONFLICT', {}, 'You already have a profile.');
  return created;
};

/** Of two edits of a field on different devices the last one sent wins. Throws PGRST116 if there is no profile. */
export const changeProfile = async (
  db: Db,
  now: Date,
  owner: User,
  changes: ProfileChanges,
): Promise<UserProfile> => {
  const changed = await storeProfile(db, now, owner, changes, updateProfile);
  if (!changed) throw new AppError('PGRST116');
  return changed;
};

/** Throws INVALID_REQUEST if an educator would appear under another's name. */
const storeProfile = (
  db: Db,
  now: Date,
  owner: User,
  changes: ProfileChanges,
  write: typeof insertProfile,
): Promise<UserProfile | undefined> => {
  const { id, role } = owner;
  if (role === 'educator') assertEducatorSpecialty(changes.specialty);
  return db.transaction(async (tx) => {
    const row = await write(tx, { ...changes, user_id: id, role, updated_at: now.toISOString() });
    if (!row) return undefined;
    const { display_name, first_name: firstName, last_name: lastName } = row;
    await assertOwnEducatorName(tx, owner, { display_name, last_name: toFullName({ firstName, lastName }) });
    return row;
  });
};

/** SPEC §3: educators choose from a list or leave it empty. */
const assertEducatorSpecialty = (specialty = ''): void => {
  if (specialty === '' || educatorSpecialties.some((option) => option === specialty)) return;
  throw new AppError('INVALID_REQUEST', { fields: { specialty: "Specialty isn't a listed option" } });
};

/**
 * Changes how others see the viewer. The picture must be their own upload. Throws INVALID_REQUEST for an educator's name,
 * SESSION_ENDED if the account is gone.
 */
export const changeUser = (db: Db, viewer: User, changes: UserChanges): Promise<User> => {
  const { full_name: fullName, profile_image: profileImage, specialty } = changes;
  return db.transaction(async (tx) => {
    if (profileImage) await assertOwnMedia(tx, viewer.id, { profile_image: [profileImage] });
    if (fullName !== undefined) await assertOwnEducatorName(tx, viewer, { full_name: fullName });
    const row = await updateUser(tx, viewer.id, {
      fullName,
      profileImage,
      specialty: specialty === '' ? null : specialty,
      ...(fullName !== undefined && splitName(fullName)),
    });
    if (!row) throw new AppError('SESSION_ENDED');
    return toUserDto(row);
  });
};

/** URL of a user's image and whether it is public. Throws NOT_FOUND if there is none. */
export const findProfileImage = async (
  db: Db,
  userId: string,
): Promise<{ url: string; isPublic: boolean }> => {
  const image = await selectImage(db, userId);
  if (!image?.url) throw new AppError('NOT_FOUND');
  return { url: image.url, isPublic: image.isPublic };
};
