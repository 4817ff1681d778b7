import { type User, user } from '../../../contract/auth.ts';
import {
  createUserProfile,
  deleteProfileImage,
  getUserProfile,
  type ProfileInput,
  putProfileImage,
  type UserChanges,
  type UserProfile,
  updateCurrentUser,
  updateUserProfile,
} from '../../../contract/profiles.ts';
import { ApiError, apiRequest, callRoute } from '../../shared/api/api-request.ts';

const hasErrorCode = (failure: unknown, code: string): failure is ApiError =>
  failure instanceof ApiError && failure.code === code;

/** The user's profile on the server; null if there is none. */
export const fetchProfile = async (userId: string): Promise<UserProfile | null> => {
  try {
    return await callRoute(getUserProfile, { params: { userId } });
  } catch (failure) {
    if (hasErrorCode(failure, 'PGRST116')) return null;
    throw failure;
  }
};

/** Updates `before`, or creates the first profile. Null on a conflict with another device's write. */
export const saveProfile = async (
  userId: string,
  body: ProfileInput,
  before: UserProfile | null,
): Promise<UserProfile | null> => {
  const params = { userId };
  try {
    return before
      ? await callRoute(updateUserProfile, {
          params,
          body,
          headers: { 'if-match': `"${before.updated_at}"` },
        })
      : await callRoute(createUserProfile, { params, body });
  } catch (failure) {
    if (hasErrorCode(failure, 'VERSION_CONFLICT')) return null;
    throw failure;
  }
};

export const updateAccount = (changes: UserChanges): Promise<User> =>
  callRoute(updateCurrentUser, { body: changes });

/** Uploads a picture stored as a data URL, and returns the updated user. */
export const uploadImage = async (dataUrl: string): Promise<User> => {
  const form = new FormData();
  form.append('file', toBlob(dataUrl), 'portrait.jpg');
  return user.parse(await apiRequest(putProfileImage.method, putProfileImage.path, form));
};

export const removeImage = async (): Promise<Pick<User, 'profileImage'>> => {
  await callRoute(deleteProfileImage, {});
  return { profileImage: null };
};

/** Decodes the data URL by hand, because the content security policy forbids fetching it. */
const toBlob = (dataUrl: string): Blob => {
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (char) => char.charCodeAt(0));
  return new Blob([bytes], { type: 'image/jpeg' });
};
