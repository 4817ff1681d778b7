import type { User } from '../../../contract/auth.ts';
import { DEFAULT_SPECIALTY } from '../../../contract/educators.ts';
import { readStored, removeStored, writeStored } from './local-store.ts';
import { storageKeys } from './storage-keys.ts';

/** The keys of a session. `currentUser` is removed first and written last, because pages react to it. */
const sessionKeys = [
  storageKeys.currentUser,
  storageKeys.userRole,
  storageKeys.userProfile,
  storageKeys.userData,
  storageKeys.persistentLogin,
  storageKeys.authenticatedEducator,
  storageKeys.lastAuthSuccess,
  storageKeys.sessionToken,
];

export const readSessionToken = (): string | null => readStored(storageKeys.sessionToken);

/** Removes the local profile, unless it has changes that the server does not have: those stay for their owner. */
const removeSyncedProfile = (userId: string) => {
  const { imageUnsent, accountUnsent } = readStored(storageKeys.profileSync(userId));
  if (imageUnsent || accountUnsent || readStored(storageKeys.profileUnsent(userId))) return;
  removeStored(storageKeys.localProfile(userId));
  removeStored(storageKeys.profileSync(userId));
};

/** Removes all keys of the session and what names people. Drafts, theme, read marks and unsent changes stay. */
export const clearSession = (): void => {
  const user = readStored(storageKeys.currentUser);
  if (user) removeSyncedProfile(user.id);
  // Educators see the others' email addresses.
  removeStored(storageKeys.educators);
  for (const key of sessionKeys) removeStored(key);
};

/** Clears the session only if it still has this token: a late 401 for an older token must not end a newer session. */
export const clearSessionOfToken = (token: string | null): void => {
  if (token === readSessionToken()) clearSession();
};

export const storeUser = (user: User): void => {
  writeStored(storageKeys.userRole, user.role);
  writeStored(storageKeys.userData, user);
  writeStored(storageKeys.lastAuthSuccess, Date.now());
  if (user.role === 'educator' && user.educatorId) {
    writeStored(storageKeys.persistentLogin, true);
    writeStored(storageKeys.authenticatedEducator, {
      id: user.educatorId,
      email: user.email,
      name: user.fullName,
      role: 'educator',
      // SPEC §6: the resulting educator has specialty Trading.
      specialty: DEFAULT_SPECIALTY,
    });
  }
  writeStored(storageKeys.currentUser, user);
};

export const storeSignIn = (token: string, user: User): void => {
  writeStored(storageKeys.sessionToken, token);
  writeStored(storageKeys.userProfile, user);
  storeUser(user);
};
