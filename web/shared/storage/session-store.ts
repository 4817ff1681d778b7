import type { User } from '../../../contract/account/auth.ts';
import { DEFAULT_SPECIALTY } from '../../../contract/educators/educators.ts';
import { listStoredNames, readStored, removeStored, writeStored } from './local-store.ts';
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

/** What was seen is still sent after the next sign-in. */
const removeUnsentLevels = (userId: string) => {
  const unsent = readStored(storageKeys.unsentReading(userId));
  if (unsent.ideas.length === 0) return;
  const ideas = unsent.ideas.map((idea) => ({ ...idea, read: null }));
  writeStored(storageKeys.unsentReading(userId), { ...unsent, ideas });
};

/**
 * Removes all keys of the session and what names people, their account size and levels they read. Drafts, settings, ids
 * of seen ideas and messages, and unsent changes stay (DESIGN §7).
 */
export const clearSession = (): void => {
  const user = readStored(storageKeys.currentUser);
  if (user) {
    // Changes that the server does not have stay for their owner.
    if (readStored(storageKeys.profileUnsent(user.id)).length === 0)
      removeStored(storageKeys.localProfile(user.id));
    removeStored(storageKeys.positionSize(user.id));
    removeStored(storageKeys.reading(user.id));
    removeUnsentLevels(user.id);
  }
  // Educators see the others' email addresses.
  removeStored(storageKeys.educators);
  for (const key of sessionKeys) removeStored(key);
};

/** Clears a session that is over and keeps what the login says about it. */
export const clearEndedSession = ({ isUnsent }: { isUnsent: boolean }): void => {
  const user = readStored(storageKeys.currentUser);
  if (user) writeStored(storageKeys.endedSession, { userId: user.id, role: user.role, isUnsent });
  clearSession();
};

/**
 * Clears the session after the server has refused its token, unless a newer one has started. It waits for the refused
 * call to show its failure, so that its toast disappears with the session.
 */
export const endSessionOfToken = (token: string | null, { isUnsent }: { isUnsent: boolean }): void => {
  setTimeout(() => {
    if (token === readSessionToken()) clearEndedSession({ isUnsent });
  });
};

/** Removes the message about an ended session: the person has signed in or out. */
export const dropEndedSession = (): void => removeStored(storageKeys.endedSession);

/** Whether this person has unsent input on this device. */
export const hasDraft = (userId: string): boolean =>
  listStoredNames().some((name) => name.startsWith(storageKeys.draft(userId, '').name));

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
  dropEndedSession();
  writeStored(storageKeys.sessionToken, token);
  writeStored(storageKeys.userProfile, user);
  storeUser(user);
};
